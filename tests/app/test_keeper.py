"""What the table says to whoever keeps it running (sd_notify(3)), and where other users' screens may connect."""

import asyncio
import os
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.keeper import BEAT, ENDS, READY, Keeper
from controller.app.runtime import Runtime
from tests.app.house import House


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    """Where a keeper listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.setblocking(False)
        yield listening


def heard(ear: socket.socket) -> list[str]:
    words = []
    while True:
        try:
            words.append(ear.recv(64).decode())
        except BlockingIOError:
            return words


def test_a_table_says_that_it_is_ready_each_round_that_it_moves_and_that_it_ends(
    house: House, ear: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", ear.getsockname())
    keeper = Keeper.from_surroundings()
    assert "NOTIFY_SOCKET" not in os.environ
    runtime = Runtime(house.core, Gateway(house.hub, house.home.socket, KernelEntropy()), [], tell_keeper=keeper.tell)

    async def evening() -> None:
        running = asyncio.create_task(runtime.run(signals=False))
        said: list[str] = []
        while said.count(BEAT) < 3:
            runtime.wake()
            await asyncio.sleep(0)
            said += heard(ear)
        assert said[0] == READY
        runtime.stop()
        await running

    asyncio.run(evening())
    assert heard(ear)[-1] == ENDS


def test_a_table_that_does_not_come_round_says_nothing(
    house: House, ear: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = Keeper(ear.getsockname())
    runtime = Runtime(house.core, Gateway(house.hub, house.home.socket, KernelEntropy()), [], tell_keeper=keeper.tell)
    rounds = iter(range(50))
    said: list[str] = []

    def hangs() -> bool:
        said.extend(heard(ear))
        if next(rounds, None) is None:
            runtime.stop()
            return False
        return True

    monkeypatch.setattr(house.core, "pump", hangs)
    asyncio.run(runtime.run(signals=False))
    assert said == [READY, BEAT]


def test_nobody_and_one_who_is_gone_are_told_without_harm(tmp_path: Path, ear: socket.socket) -> None:
    Keeper("").tell(READY)
    gone = Keeper(ear.getsockname())
    ear.close()
    gone.tell(BEAT)
    Path(gone._address).unlink()
    gone.tell(BEAT)
    Keeper(str(tmp_path / ("x" * 200))).tell(BEAT)


@pytest.mark.parametrize(("shared", "mode"), [(0o2750, 0o660), (0o700, 0o600)])
def test_sec_8_the_socket_is_open_to_a_group_only_in_a_folder_of_that_group(
    house: House, tmp_path: Path, shared: int, mode: int
) -> None:
    place = tmp_path / "run"
    place.mkdir()
    place.chmod(shared)
    house.home.socket.symlink_to(place / "gateway.sock")

    async def served() -> None:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        assert stat.S_IMODE((place / "gateway.sock").stat().st_mode) == mode
        assert house.home.runs
        await gateway.stop()

    asyncio.run(served())
    assert house.home.socket.is_symlink()
    assert not house.home.runs
