"""What keeps a screen from play, and what helps: a lost line, a pause and its cause, a table that closes."""

from cashier.fault_rows import Reach
from controller.vocab.fault_records import KEY
from controller.wire.device_view import device_troubles
from controller.wire.door_view import DoorView
from controller.wire.view import View
from seats.models.jackpot import jackpot_banner
from seats.models.ticket import device_sentence
from seats.models.words import Banner, BannerKind, Words


def banner(view: View, words: Words, connected: bool, *, kiosk: bool = False) -> Banner | None:
    """What stops this screen, the loss of its link before anything it may have missed meanwhile."""
    if not connected:
        return Banner("disconnected", words.say("common.disconnected"), words.say("common.reconnecting"))
    if view.profile is None:
        return Banner("connecting", words.say("common.connecting"), "")
    if view.paused and view.pause_cause == "door":
        return _door_banner("pause.door", shut_doors(view, "table"), words) or Banner(
            "door", words.say("pause.door"), words.say("pause.door-note")
        )
    if not view.paused:
        return _door_here(view, words, kiosk=kiosk)
    told = jackpot_banner(view, words) if view.pause_cause == "jackpot" else None
    if told is not None:
        return told
    kind: BannerKind = "frozen" if view.pause_cause == "breach" else "paused"
    lines = troubled_devices(view, words) if view.pause_cause == "device" else ()
    return Banner(kind, words.say(f"pause.{view.pause_cause}"), words.say(f"pause.{view.pause_cause}-note"), lines)


def _door_here(view: View, words: Words, *, kiosk: bool) -> Banner | None:
    """A door that stops this screen and no other: the kiosk's own, or that of the seat before it (R-DOR-2)."""
    if kiosk:
        return _door_banner("door.kiosk-shut", shut_doors(view, "kiosk"), words)
    own = tuple(door for door in shut_doors(view, "seat") if door.seat == view.own and door.open)
    return _door_banner("door.seat-shut", own, words)


def _door_banner(key: str, doors: tuple[DoorView, ...], words: Words) -> Banner | None:
    """Which doors stand open, or were open and are not looked behind yet; None where there is none."""
    lines = tuple(words.say("door.open" if door.open else "door.waits", door=_name(door, words)) for door in doors)
    return Banner("door", words.say(key), words.say(f"{key}-note"), lines) if doors else None


def _name(door: DoorView, words: Words) -> str:
    return words.say(f"door.{door.door}")


def shut_doors(view: View, reach: Reach) -> tuple[DoorView, ...]:
    """The doors of that reach that stand open, or are closed and wait for an attendant."""
    doors = (door for door in view.doors if door.door != KEY)
    return tuple(door for door in doors if door.reach == reach and (door.open or door.waits))


def troubled_devices(view: View, words: Words) -> tuple[str, ...]:
    """The kiosk's devices that do not work or need somebody soon, one line each."""
    return tuple(device_sentence(trouble, words) for trouble in device_troubles(view) if trouble.row.shown)


def closing(view: View, words: Words) -> str:
    """That the table is closed, or which hand is its last; empty while it goes on."""
    if view.closed:
        return words.say("closing.closed")
    if view.last_round is None:
        return ""
    return words.say("closing.last-hand", number=words.language.number(view.last_round))
