"""What the table knows its screens by now: the key of a pairing, or else the one that was copied from its folder."""

from collections.abc import Iterator, Mapping

from controller.app.core import Core
from controller.wire.opening import LongTermKey, PairKeys


class ScreenKeys(Mapping[str, LongTermKey]):
    """A live view of the machine's pairings over the copied keys: whatever was paired once is known by no copied key.

    A key counts from the record that names it, and the one before counts no more from then on.
    """

    def __init__(self, core: Core, copied: Mapping[str, bytes], private: bytes) -> None:
        """`private` is the table's own key for all its pairings."""
        self._core = core
        self._copied = copied
        self._private = private

    def __getitem__(self, name: str) -> LongTermKey:
        """Return the one key that counts for a screen. Raises KeyError where it has none."""
        known = self._core.machine.screens.keys.get(name)
        if known is None:
            return self._copied[name]
        if not known.public:
            raise KeyError(name)
        return PairKeys(self._private, known.public)

    def __iter__(self) -> Iterator[str]:
        """Every screen that has a key."""
        keys = self._core.machine.screens.keys
        yield from (name for name in self._copied if name not in keys)
        yield from (name for name, known in keys.items() if known.public)

    def __len__(self) -> int:
        """How many screens have one."""
        return sum(1 for _name in self)
