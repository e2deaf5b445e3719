"""Power rig B: a real ext4 or xfs on a loop device, whose power goes by an ioctl (reliability §1.2 B).

The ioctl shuts the file system down without flushing its log: what was not synced by then is gone, as after a power
cut, and the next mount recovers as after one. It needs root, loop devices and the file systems' tools.
"""

import fcntl
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

_SHUTDOWN: Final = 0x8004587D
"""`_IOR('X', 125, __u32)`: EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN are one number."""

_WITHOUT_LOG_FLUSH: Final = struct.pack("I", 2)
_MIB: Final = 1 << 20


class FileSystem(msgspec.Struct, frozen=True):
    """A file system to be tried: how to make it, and on how large a disk (MiB)."""

    name: str
    make: tuple[str, ...]
    size: int


EXT4: Final = FileSystem("ext4", ("mkfs.ext4", "-q", "-F"), 64)
XFS: Final = FileSystem("xfs", ("mkfs.xfs", "-q", "-f"), 320)
FILE_SYSTEMS: Final = (EXT4, XFS)


def obstacle(system: FileSystem) -> str | None:
    """Why this machine cannot cut the power of such a file system, or None."""
    if os.geteuid() != 0:
        return "mounting needs root"
    missing = [tool for tool in (system.make[0], "losetup", "mount", "umount") if shutil.which(tool) is None]
    if missing:
        return f"{missing[0]} is not installed"
    if not Path("/dev/loop-control").exists():
        return "this machine has no loop devices"
    if system.name not in Path("/proc/filesystems").read_text(encoding="ascii").split():
        return f"this kernel has no {system.name}"
    return None


class LoopDisk:
    """A disk with one file system on it, mounted at `folder` but for the moments after a cut."""

    def __init__(self, device: str, folder: Path, system: FileSystem) -> None:
        self.folder = folder
        self._device = device
        self._system = system
        self._mounted = False

    def make(self) -> None:
        """Put a new, empty file system on the disk and mount it."""
        self.unmount()
        _run(*self._system.make, self._device)
        self.mount()

    def mount(self) -> None:
        """Mount it; after a cut the kernel recovers here."""
        _run("mount", "-t", self._system.name, self._device, str(self.folder))
        self._mounted = True

    def cut(self) -> None:
        """Let the power go. Whoever still has a file open gets errors from now on."""
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, _SHUTDOWN, _WITHOUT_LOG_FLUSH)
        finally:
            os.close(descriptor)

    def allow_writing(self, allowed: bool) -> None:
        """Let the mounted file system be written to, or only read."""
        _run("mount", "-o", f"remount,{'rw' if allowed else 'ro'}", str(self.folder))

    def unmount(self) -> None:
        """Take it off the tree, if it is there."""
        if self._mounted:
            _run("umount", str(self.folder))
            self._mounted = False


@contextmanager
def loop_disk(system: FileSystem, folder: Path) -> Iterator[LoopDisk]:
    """Yield a new disk, mounted below `folder`; nothing of it is left afterwards."""
    image, mounted_at = folder / f"{system.name}.image", folder / system.name
    mounted_at.mkdir()
    with image.open("wb") as file:
        file.truncate(system.size * _MIB)
    device = _run("losetup", "--find", "--show", str(image)).strip()
    disk = LoopDisk(device, mounted_at, system)
    try:
        disk.make()
        yield disk
    finally:
        disk.unmount()
        _run("losetup", "--detach", device)
        image.unlink()


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip() or done.returncode}")
    return done.stdout
