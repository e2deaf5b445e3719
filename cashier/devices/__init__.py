"""Drivers: each turns one device's speech into the cashier's commands, and the cashier's wants into that speech.

Drivers speak through the pipes of `cashier.usb` and exchange only records with the machine. A new device is one
module here that meets `driver.Driver`, with byte vectors written by hand in its tests.
"""
