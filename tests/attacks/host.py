"""Attacks from a program that was broken into: on the machine round it, and on the other programs."""

from typing import Final

from tests.attacks.attack import Attack, weak

_UNITS: Final = "tests/host/test_units.py"
_CLOSED: Final = "firmware/host/etc/systemd/system/jakaja-.service.d/closed.conf"
_TABLE: Final = "firmware/host/etc/systemd/system/jakaja-table.service"
_KIOSK: Final = "firmware/host/etc/systemd/system/jakaja-kiosk.service"
_FOLDERS: Final = "firmware/host/etc/tmpfiles.d/jakaja.conf"

HOST_ATTACKS: Final = (
    Attack(
        "way-out",
        "a program that was broken into",
        "whatever is worth carrying out, and the way in for more",
        "a network, another right, a call of the kernel that no program here needs",
        "units without network and rights, behind a filter of calls",
        (_CLOSED, _TABLE, _KIOSK),
        ("SEC-8",),
        (f"{_UNITS}::test_sec_8_a_unit_has_no_core_no_swap_no_network_and_no_rights",),
        (
            weak(
                "the kiosk's screen may use the network",
                _KIOSK,
                "PrivateNetwork=yes",
                "PrivateNetwork=no",
                says="{'PrivateNetwork': ['no']} != {'PrivateNetwork': ['yes']}",
            ),
            weak(
                "the table may speak to the Internet",
                _TABLE,
                "RestrictAddressFamilies=AF_UNIX AF_NETLINK",
                "RestrictAddressFamilies=AF_UNIX AF_NETLINK AF_INET",
                says='"AF_INET" in families',
            ),
            weak(
                "a program keeps the rights that it was started with",
                _CLOSED,
                "CapabilityBoundingSet=\n",
                "CapabilityBoundingSet=CAP_SYS_PTRACE\n",
                says="{'CapabilityBoundingSet': ['CAP_SYS_PTRACE']} !=",
            ),
            weak(
                "the kiosk may call whatever the kernel offers",
                _KIOSK,
                "SystemCallFilter=~@privileged @resources @obsolete\n",
                "",
                says='told["SystemCallFilter"][:2] ==',
            ),
        ),
    ),
    Attack(
        "core-on-the-disk",
        "a program that was broken into",
        "cards in the memory of the table and of its screens",
        "making a program fall, and reading what systemd keeps of it, or its swap",
        "no core and no swap for any unit",
        (_CLOSED,),
        ("SEC-8", "SEC-1"),
        (f"{_UNITS}::test_sec_8_a_unit_has_no_core_no_swap_no_network_and_no_rights",),
        (
            weak(
                "systemd keeps a core",
                _CLOSED,
                "LimitCORE=0",
                "LimitCORE=infinity",
                says="{'LimitCORE': ['infinity']} != {'LimitCORE': ['0']}",
            ),
            weak(
                "memory may be swapped",
                _CLOSED,
                "MemorySwapMax=0",
                "MemorySwapMax=infinity",
                says="{'MemorySwapMax': ['infinity']} != {'MemorySwapMax': ['0']}",
            ),
        ),
    ),
    Attack(
        "neighbour",
        "a program that was broken into",
        "another program: its key, its socket, the table's folder",
        "going on from one screen to the next, or to the table",
        "a user for each program; the socket for the screens' group, the table's folder for nobody else",
        ("firmware/host/etc/sysusers.d/jakaja.conf", _FOLDERS, _KIOSK),
        ("SEC-8", "SEC-5"),
        (
            f"{_UNITS}::test_sec_8_every_program_has_a_user_of_its_own",
            f"{_UNITS}::test_sec_8_only_screens_and_the_desk_may_connect_and_only_the_table_holds_its_folder",
        ),
        (
            weak(
                "the kiosk runs as the centre does",
                _KIOSK,
                "User=jakaja-kiosk",
                "User=jakaja-centre",
                says="assert len(set(users)) == len(UNITS)",
            ),
            weak(
                "a seat's folder is open to all screens",
                _FOLDERS,
                "d /var/lib/jakaja-screens/seat-3 0700 jakaja-seat-3 jakaja-seat-3",
                "d /var/lib/jakaja-screens/seat-3 0750 jakaja-seat-3 jakaja-screens",
                says="'0750'",
            ),
            weak(
                "whoever is on the machine may look into the table's folder",
                _FOLDERS,
                "d /var/lib/jakaja 0700 jakaja-table jakaja-table",
                "d /var/lib/jakaja 0755 jakaja-table jakaja-table",
                says="'0755'",
            ),
        ),
    ),
    Attack(
        "device-of-another",
        "a program that was broken into",
        "devices of the kiosk, disks, whatever hangs on the machine",
        "opening a device's node that is not its own",
        "each unit sees the devices that it needs and no others",
        (_TABLE, _KIOSK),
        ("SEC-8", "SEC-3"),
        (f"{_UNITS}::test_sec_8_a_unit_sees_the_devices_that_it_needs_and_no_others",),
        (
            weak(
                "the kiosk's screen sees the USB devices",
                _KIOSK,
                "DeviceAllow=char-alsa rw\n",
                "DeviceAllow=char-alsa rw\nDeviceAllow=char-usb_device rw\n",
                says="char-usb_device rw",
            ),
        ),
    ),
)
