"""Commands as blocks of the protocol T=0, for readers that leave the card's protocol to the host.

Source: ISO/IEC 7816-3 §12.1 and §12.2. A block carries data one way only: what a card wants to answer to a command
with data it announces (61 XX), and is then asked for; of a length that it cannot give it says which one it can (6C XX).
"""

from collections.abc import Generator
from typing import Final

_HEAD_BYTES: Final = 4
_GET_RESPONSE: Final = bytes.fromhex("00 c0 00 00")
_MORE, _OTHER_LENGTH = 0x61, 0x6C
_MOST_BLOCKS: Final = 8
"""So many blocks are exchanged for one command: ours are answered in two."""

Blocks = Generator[bytes, bytes, bytes]


def exchange(command: bytes) -> Blocks:
    """Yield the blocks of a short command APDU, be sent the card's answers; return the answer APDU."""
    block = _first_block(command)
    received = b""
    for _ in range(_MOST_BLOCKS):
        answer = yield block
        if len(answer) < 2:
            return answer
        received += answer[:-2]
        if answer[-2] == _MORE:
            block = _GET_RESPONSE + answer[-1:]
        elif answer[-2] == _OTHER_LENGTH:
            block = block[:_HEAD_BYTES] + answer[-1:]
        else:
            return received + answer[-2:]
    return b""


def _first_block(command: bytes) -> bytes:
    """The command without the length that it wants, if it carries data; with a length of zero, if it has neither."""
    if len(command) == _HEAD_BYTES:
        return command + b"\0"
    return command[: _HEAD_BYTES + 1 + command[_HEAD_BYTES]] if len(command) > _HEAD_BYTES + 1 else command
