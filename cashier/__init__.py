"""The money side of the table: amounts, the ledger, vouchers, the kiosk and the devices that hold cash.

The room imports nothing of ours. Outside `devices/` and `usb.py` it is pure: no clock, no randomness, no I/O.
"""
