"""The words of `jakaja attend player` and `jakaja attend player-card` at a running table."""

import asyncio
from pathlib import Path

from controller.app.cli import main
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.vocab.profile import Profile
from tests.app.house import House


class Desk:
    """An attendant who types words about players, and with `card` about their cards."""

    def __init__(self, folder: Path, profile: Profile | None = None) -> None:
        self.house = House(folder, profile=profile)

    def __call__(self, word: str, *words: str) -> int:
        return self._attend("player", word, *words)

    def card(self, word: str, *words: str) -> int:
        return self._attend("player-card", word, *words)

    def _attend(self, below: str, *words: str) -> int:
        async def attend() -> int:
            gateway = Gateway(self.house.hub, self.house.home.socket, KernelEntropy())
            await gateway.start()
            try:
                told = ["attend", below, "--folder", str(self.house.home.path), "--by", "Anna", *words]
                return await asyncio.to_thread(main, told)
            finally:
                await gateway.stop()

        return asyncio.run(attend())

    @property
    def last(self) -> object:
        *_, record = self.house.journal.iter_records()
        return record.events[0]
