"""Where a bus listens: ``unix:/path/of/socket`` or ``tcp:host:port`` (port 0 takes any free one).

Neither USB/IP nor the control channel asks who is there: keep to UNIX sockets or the loop-back address.
"""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

_BACKLOG = 16


def listen(address: str) -> socket.socket:
    """A listening socket; a stale UNIX socket file is replaced. Raises ``ValueError`` for a bad address."""
    family, target = _parse(address)
    if isinstance(target, str):
        _clear_stale(target)
    listener = socket.socket(family, socket.SOCK_STREAM)
    if family == socket.AF_INET:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(target)
        if isinstance(target, str):
            os.chmod(target, 0o600)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def connect(address: str, timeout: float | None = None) -> socket.socket:
    """A connected stream. Raises ``ValueError`` for a bad address, ``OSError`` when nobody listens there."""
    family, target = _parse(address)
    stream = socket.socket(family, socket.SOCK_STREAM)
    stream.settimeout(timeout)
    try:
        stream.connect(target)
        if family == socket.AF_INET:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError:
        stream.close()
        raise
    return stream


def _clear_stale(path: str) -> None:
    """Remove a socket that nobody listens on any more; anything else makes the coming bind fail."""
    if not Path(path).is_socket():
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        if probe.connect_ex(path) == errno.ECONNREFUSED:
            Path(path).unlink(missing_ok=True)


def name_of(listener: socket.socket) -> str:
    """The address that reaches a listening socket, with the port it really has."""
    name = listener.getsockname()
    return f"unix:{name}" if isinstance(name, str) else f"tcp:{name[0]}:{name[1]}"


def _parse(address: str) -> tuple[socket.AddressFamily, str | tuple[str, int]]:
    kind, _, rest = address.partition(":")
    if kind == "unix" and rest:
        return socket.AF_UNIX, rest
    host, _, port = rest.rpartition(":")
    if kind == "tcp" and host and port.isdecimal() and int(port) < 1 << 16:
        return socket.AF_INET, (host, int(port))
    raise ValueError(f"address {address!r} is neither unix:/path/of/socket nor tcp:host:port")
