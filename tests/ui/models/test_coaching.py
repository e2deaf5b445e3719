"""The coach in practice counts what the player's own screen shows, and nothing else (R-UI)."""

import msgspec
import pytest

from controller.language import Language
from controller.vocab.profile import GameId
from controller.wire.view import View
from evaluator_ext import parse_cards
from seats.models.coaching import GAMES, Advice, advise, sentence


def heads_up(view: View, own: str, board: str = "", *, call: int = 0, pot: int = 0) -> View:
    """The scene with everybody gone but one."""
    assert view.decision is not None
    assert view.own is not None
    other = next(seat for seat in view.seats if seat != view.own)
    seats = {
        view.own: msgspec.structs.replace(view.seats[view.own], cards=parse_cards(own), status="in-hand"),
        other: msgspec.structs.replace(view.seats[other], cards=(), status="all-in"),
    }
    decision = msgspec.structs.replace(view.decision, call=call, pot=pot)
    return msgspec.structs.replace(view, seats=seats, board=parse_cards(board), decision=decision)


def told(view: View) -> Advice:
    advice = advise(view)
    assert advice is not None
    return advice


def test_aces_get_five_sixths_of_the_pot_against_one_hand_that_nobody_knows(turn_view: View) -> None:
    advice = told(heads_up(turn_view, "AhAs"))
    assert 840 <= advice.share <= 865
    assert advice.others == 1


def test_the_nuts_get_all_of_it(turn_view: View) -> None:
    assert told(heads_up(turn_view, "AhKh", "QhJhTh2c3d")).share == 1000


def test_each_of_two_boards_is_half_of_it(turn_view: View) -> None:
    """The nuts on one board, and on the other what everybody plays unless somebody beats it."""
    one = heads_up(turn_view, "AhKh", "QhJhTh2c3d")
    both = told(msgspec.structs.replace(one, more_boards=(parse_cards("4s4d4c5s5h"),)))
    other = told(heads_up(turn_view, "AhKh", "4s4d4c5s5h"))
    assert other.share < 500
    assert abs(both.share - (1000 + other.share) / 2) < 20


def test_a_call_of_a_third_of_what_would_lie_there_needs_a_third(turn_view: View) -> None:
    assert told(heads_up(turn_view, "7c2d", call=100, pot=200)).needed == 334
    assert told(heads_up(turn_view, "7c2d", call=0, pot=200)).needed == 0


def test_who_has_folded_is_no_hand_against_it(turn_view: View) -> None:
    view = heads_up(turn_view, "AhAs")
    gone = {
        seat: one if seat == view.own else msgspec.structs.replace(one, status="folded")
        for seat, one in view.seats.items()
    }
    assert advise(msgspec.structs.replace(view, seats=gone)) is None


def test_open_cards_of_stud_are_counted_and_folded_ones_cannot_come(turn_view: View) -> None:
    """Four to a flush loses half its cards where two opponents' open cards show the others."""
    view = msgspec.structs.replace(heads_up(turn_view, "AhKh8h3h"), game=GameId("stud-fl"))
    (other,) = view.seats.keys() - {view.own}

    def with_up(cards: str) -> View:
        seat = msgspec.structs.replace(view.seats[other], up=parse_cards(cards))
        folded = msgspec.structs.replace(seat, seat=9, status="folded", up=parse_cards("2h4h5h6h7h"))
        return msgspec.structs.replace(view, seats={**view.seats, other: seat, 9: folded})

    assert told(with_up("2c")).share > told(with_up("QcQd")).share
    alone = msgspec.structs.replace(with_up("2c"), seats={k: v for k, v in with_up("2c").seats.items() if k != 9})
    assert told(alone).share > told(with_up("2c")).share


def test_he_says_nothing_at_another_players_turn_or_of_a_game_he_does_not_know(turn_view: View) -> None:
    view = heads_up(turn_view, "AhAs")
    assert view.decision is not None
    other = msgspec.structs.replace(view.decision, seat=(view.own or 0) % 10 + 1)
    assert advise(msgspec.structs.replace(view, decision=other)) is None
    assert advise(msgspec.structs.replace(view, decision=None)) is None
    assert advise(msgspec.structs.replace(view, game=GameId("td27-fl"))) is None


@pytest.mark.parametrize("family", GAMES)
def test_every_game_that_he_knows_can_be_counted(turn_view: View, family: str) -> None:
    cards = {"omaha": 4, "omaha8": 4, "omaha5": 5, "omaha58": 5, "omaha6": 6, "holdem32": 2}.get(family, 2)
    view = heads_up(turn_view, "AsKsQdJdTd9c"[: 2 * cards])
    assert 0 < told(msgspec.structs.replace(view, game=GameId(f"{family}-fl"))).share < 1000


def test_what_he_says(en: Language) -> None:
    assert sentence(None, en) == "Nothing to say now: it is not your turn, or I do not know this game."
    won, call = sentence(Advice(share=403, needed=334, others=2), en).replace("\u00a0", " ").split("\n")
    assert won == "You get 40 % of the pot on average against 2 hands that nobody knows."
    assert call == "A call pays for itself from 33 % on: it does."
    assert sentence(Advice(share=250, needed=334, others=1), en).endswith("it does not.")
    assert sentence(Advice(share=250, needed=0, others=1), en).endswith("Seeing more costs nothing.")
