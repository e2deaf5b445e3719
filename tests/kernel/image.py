"""What the guest boots: Debian's kernel as it comes, and a first RAM disk of busybox, some modules and `init`.

The packages are downloaded and unpacked, never installed: the machine keeps the kernel that it has. Both files are
kept in the user's cache under a name made of everything they depend on, so that a change of any makes new ones. A
newer kernel is taken when the cache is deleted.
"""

import fcntl
import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

PROGRAMS: Final = ("qemu-system-x86_64", "busybox", "cpio", "depmod", "dpkg-deb", "apt-get", "setpriv")
"""What has to be installed: Debian's qemu-system-x86, busybox-static, cpio, kmod, and what every Debian has."""

HOST_MODULES: Final = (
    "xhci_pci",
    "vhci_hcd",
    "usblp",
    "cdc_acm",
    "hid_generic",
    "usbhid",
    "evdev",
    "ftdi_sio",
    "cp210x",
)
"""Loaded at boot: two buses, and the drivers that the kernel binds to our devices before we come."""

GADGET_MODULES: Final = ("dummy_hcd", "usb_f_printer", "usbip_vudc")
"""Loaded by the tests that want them: the device's side of the kernel."""

_SHARING_MODULES: Final = ("virtio_pci", "9pnet_virtio", "9p")
_INDEX_FILES: Final = ("modules.builtin", "modules.builtin.modinfo", "modules.order")
_INIT: Final = Path(__file__).with_name("init")


class Image(msgspec.Struct, frozen=True):
    """The two files that QEMU boots."""

    kernel: Path
    ramdisk: Path


class GuestError(Exception):
    """The guest cannot be made, did not start or has died; the message says what to do or what it said last."""


def missing_program() -> str | None:
    """The first program that is not installed, or None."""
    return next((program for program in PROGRAMS if shutil.which(program) is None), None)


def make_image(cache: Path) -> Image:
    """The guest's files in `cache`, made if nothing there fits. Raises `GuestError`."""
    cache.mkdir(parents=True, exist_ok=True)
    with _alone(cache):
        kernel_package = _package(cache, _newest_kernel(cache))
        udev_package = _package(cache, "udev")
        folder = cache / _name_of(kernel_package, udev_package)
        image = Image(folder / "vmlinuz", folder / "initrd.gz")
        if not image.ramdisk.exists():
            with tempfile.TemporaryDirectory(dir=cache) as scratch:
                _make(image, Path(scratch), kernel_package, udev_package)
        return image


@contextmanager
def _alone(cache: Path) -> Iterator[None]:
    """One maker at a time; others wait and then find what it made."""
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# -- packages ---------------------------------------------------------------------------------------------------------


def _newest_kernel(cache: Path) -> str:
    """The name of a kernel package: of one downloaded before, else of the one that `linux-image-amd64` stands for."""
    kept = sorted(cache.glob("linux-image-*.deb"))
    if kept:
        return kept[-1].name.partition("_")[0]
    listed = _apt("apt-cache", "depends", "linux-image-amd64", inside=cache)
    names = [line.split()[-1] for line in listed.splitlines() if "Depends: linux-image-" in line]
    if not names:
        raise GuestError("apt-cache knows no linux-image-amd64: run `apt-get update` on a Debian for amd64")
    return names[0]


def _package(cache: Path, name: str) -> Path:
    """The package's file, downloaded if it is not there."""
    if not list(cache.glob(f"{name}_*.deb")):
        _apt("apt-get", "download", name, inside=cache)
    return sorted(cache.glob(f"{name}_*.deb"))[-1]


def _apt(*command: str, inside: Path) -> str:
    """Run one of apt's programs; on a fresh machine once more after `apt-get update`."""
    ran = subprocess.run(command, cwd=inside, capture_output=True, text=True, check=False)
    if ran.returncode and os.geteuid() == 0:
        subprocess.run(("apt-get", "update", "-qq"), capture_output=True, check=False)
        ran = subprocess.run(command, cwd=inside, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise GuestError(f"{' '.join(command)} failed; run `apt-get update` and try again:\n{ran.stderr}")
    return ran.stdout


def _name_of(*packages: Path) -> str:
    """A name that changes with anything the two files are made of."""
    digest = hashlib.sha256()
    for file in (_INIT, Path(__file__), _busybox()):
        digest.update(file.read_bytes())
    digest.update(" ".join(package.name for package in packages).encode())
    return digest.hexdigest()[:16]


def _busybox() -> Path:
    return Path(shutil.which("busybox") or "busybox")


# -- the files --------------------------------------------------------------------------------------------------------


def _make(image: Image, scratch: Path, kernel_package: Path, udev_package: Path) -> None:
    """Unpack both packages, pick what is wanted and pack it; the RAM disk comes last, as the sign of a whole image."""
    unpacked, root = scratch / "unpacked", scratch / "root"
    for package in (kernel_package, udev_package):
        subprocess.run(("dpkg-deb", "-x", package, unpacked), check=True)
    version = next((unpacked / "lib" / "modules").iterdir()).name
    _lay_out(root, unpacked)
    _pick_modules(root, unpacked, version)
    image.kernel.parent.mkdir(exist_ok=True)
    shutil.copy(unpacked / "boot" / f"vmlinuz-{version}", image.kernel)
    packed = scratch / "initrd.gz"
    packed.write_bytes(gzip.compress(_archive(root), compresslevel=1))
    packed.replace(image.ramdisk)


def _lay_out(root: Path, unpacked: Path) -> None:
    """Debian's layout with /usr missing, which the host shares, and our own programs in /box."""
    for folder in ("box", "etc", "lib"):
        (root / folder).mkdir(parents=True)
    for link, target in {
        "bin": "usr/bin",
        "sbin": "usr/sbin",
        "lib64": "usr/lib64",
        "lib/x86_64-linux-gnu": "/usr/lib/x86_64-linux-gnu",
    }.items():
        (root / link).symlink_to(target)
    shutil.copy(_INIT, root / "init")
    (root / "init").chmod(0o755)
    shutil.copy(_busybox(), root / "box" / "busybox")
    shutil.copy(unpacked / "bin" / "udevadm", root / "box" / "systemd-udevd")
    (root / "modules").write_text(" ".join(HOST_MODULES))


def _pick_modules(root: Path, unpacked: Path, version: str) -> None:
    """Copy the wanted modules and whatever they depend on, and index them anew."""
    source, target = (place / "lib" / "modules" / version for place in (unpacked, root))
    subprocess.run(("depmod", "-b", unpacked, version), check=True)
    needs: dict[str, tuple[str, list[str]]] = {}
    for line in (source / "modules.dep").read_text().splitlines():
        path, _, others = line.partition(":")
        needs[Path(path).stem.replace("-", "_")] = (path, others.split())
    for name in (*_SHARING_MODULES, *HOST_MODULES, *GADGET_MODULES):
        path, others = needs[name]
        for module in (path, *others):
            (target / module).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / module, target / module)
    for index in _INDEX_FILES:
        shutil.copy(source / index, target / index)
    subprocess.run(("depmod", "-b", root, version), check=True)


def _archive(root: Path) -> bytes:
    """The folder as the kernel unpacks it."""
    names = "\n".join(path.relative_to(root).as_posix() for path in sorted(root.rglob("*")))
    packed = subprocess.run(
        ("cpio", "--quiet", "-o", "-H", "newc", "-R", "0:0"),
        cwd=root,
        input=names.encode(),
        capture_output=True,
        check=True,
    )
    return packed.stdout
