"""Where a bus listens: ``unix:/path/of/socket`` or ``tcp:host:port`` (port 0 takes any free one)."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_BACKLOG = 16


def listen(address: str) -> socket.socket:
    """A listening socket; a stale UNIX socket file is replaced. Raises ``ValueError`` for a bad address."""
    family, target = _parse(address)
    if isinstance(target, str):
        Path(target).unlink(missing_ok=True)
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
