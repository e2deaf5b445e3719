"""What a finger asks for where the turn is no bet: bring-in, cards, rows, runs, questions, the menu."""

from collections.abc import Callable

import pytest

from controller.language import Language
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.profile import RuleSetId
from controller.wire.fold import fold
from evaluator_ext.rankings import mis_set
from seats.screens import seat_layout as at
from tests.ui.models.conftest import EURO
from tests.ui.screens import games
from tests.ui.screens.games import Deal
from tests.ui.screens.sitting import Sitting


@pytest.fixture
def asking(rule_set_with: Callable[..., RuleSetId]) -> RuleSetId:
    return rule_set_with(most_runs=3, show_choice="losers-too")


def decision(sitting: Sitting) -> hr.DecisionOffered:
    offer = sitting.view.decision
    assert offer is not None
    return offer


# -- bring-in ----------------------------------------------------------------------------------------------------


def test_the_bring_in_is_the_call_key_and_nobody_may_fold(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.bring_in(dealt_game), en)
    offer = decision(sitting)
    assert sitting.tap(at.FOLD) == []
    assert sitting.tap(at.CALL) == [hr.Act(7, offer.decision, "bring-in")]


def test_the_raise_key_completes_the_bring_in(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.bring_in(dealt_game), en)
    offer = decision(sitting)
    assert sitting.tap(at.RAISE) == [hr.Act(7, offer.decision, "raise", 4 * EURO)]


# -- cards to choose ---------------------------------------------------------------------------------------------


def test_cards_that_were_touched_are_exchanged(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.draw(dealt_game), en)
    offer, cards = decision(sitting), sitting.view.seats[7].cards
    boxes = at.pick_boxes(5)
    for number in (1, 3, 3, 4):
        assert sitting.tap(boxes[number]) == []
    sitting.rest()
    assert sitting.tap(at.RAISE) == [hr.Act(7, offer.decision, "discard", cards=(cards[1], cards[4]))]
    sitting.rest()
    assert sitting.tap(at.RAISE) == [], "one act for one decision"


def test_all_cards_can_be_kept(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.draw(dealt_game), en)
    assert sitting.tap(at.RAISE) == [hr.Act(7, decision(sitting).decision, "discard")]


def test_as_many_cards_must_go_as_the_game_asks_for(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.pineapple(dealt_game), en)
    boxes, cards = at.pick_boxes(4), sitting.view.seats[7].cards
    sitting.tap(boxes[0])
    sitting.rest()
    assert sitting.tap(at.RAISE) == []
    for number in (1, 2):
        sitting.tap(boxes[number])
    sitting.rest()
    assert sitting.tap(at.RAISE) == [hr.Act(7, decision(sitting).decision, "discard", cards=cards[:2])]


def test_the_cards_to_choose_from_are_seen_only_while_they_are_held(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.draw(dealt_game), en)

    def faces() -> list[bool]:
        picking = sitting.screen.shown.picking
        assert picking is not None
        return [card.face for card in picking.cards]

    assert not any(faces())
    sitting.finger("down", *at.TOUCH)
    sitting.wait(100)
    assert all(faces())
    sitting.rest()
    sitting.finger("down", *at.TOUCH)
    sitting.wait(10)
    assert sitting.tap(at.RAISE, finger=2) == [], "nothing is sent while the cards are up"
    sitting.tap(at.pick_boxes(5)[2], finger=2)
    picking = sitting.screen.shown.picking
    assert picking is not None
    assert [card.picked for card in picking.cards] == [False, False, True, False, False]
    sitting.finger("up", *at.TOUCH)
    sitting.wait(10)
    assert not any(faces())


def test_the_winner_shows_one_card_or_none(dealt_game: Deal, asking: RuleSetId, en: Language) -> None:
    hand = games.show(dealt_game, asking)
    assert hand.decision is not None
    seat = hand.decision.seat
    view = games.show(dealt_game, asking, seat)
    sitting = Sitting(view, en, seat=seat)
    act = hr.Act(seat, hand.decision.decision, "show")
    assert sitting.tap(at.RAISE) == [act]
    sitting = Sitting(view, en, seat=seat)
    sitting.tap(at.pick_boxes(2)[1])
    sitting.rest()
    assert sitting.tap(at.RAISE) == [hr.Act(seat, act.decision, "show", cards=view.seats[seat].cards[1:])]


# -- rows --------------------------------------------------------------------------------------------------------


def test_two_cards_change_places_and_the_rows_are_set(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.arrange(dealt_game), en, seat=3)
    before = [card for row in sitting.screen.shown.arranging.rows for card in row.cards]  # type: ignore[union-attr]
    sitting.tap(at.ROW_CARDS[8])
    sitting.tap(at.ROW_CARDS[9])
    before[8], before[9] = before[9], before[8]
    sitting.rest()
    assert sitting.tap(at.SET_ROWS) == [hr.Act(3, decision(sitting).decision, "arrange", cards=tuple(before))]


def test_rows_out_of_order_are_set_only_after_a_question(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.arrange(dealt_game), en, seat=3)
    for number in (0, 8, 1, 9):
        sitting.tap(at.ROW_CARDS[number])
    sitting.rest()
    arranging = sitting.screen.shown.arranging
    assert arranging is not None
    assert arranging.out_of_order
    cards = [card for row in arranging.rows for card in row.cards]
    assert mis_set(cards[:3], cards[3:8], cards[8:])
    assert sitting.tap(at.SET_ROWS) == []
    sitting.rest()
    question = sitting.screen.shown.question
    assert question is not None
    sitting.screen.answer(yes=True)
    assert sitting.screen.asked() == [hr.Act(3, decision(sitting).decision, "arrange", cards=tuple(cards))]


# -- questions ---------------------------------------------------------------------------------------------------


def test_how_often_the_rest_is_dealt(dealt_game: Deal, asking: RuleSetId, en: Language) -> None:
    sitting = Sitting(games.runs(dealt_game, asking), en)
    assert sitting.tap(at.reply_boxes(3)[1]) == [hr.Act(7, decision(sitting).decision, "runs", runs=2)]


@pytest.mark.parametrize(
    ("scene", "question"),
    [(games.straddle, "straddle"), (games.consent, "straddle-consent"), (games.bomb_pot, "bomb-pot")],
)
@pytest.mark.parametrize("yes", [False, True])
def test_a_question_before_the_hand(
    scene: Callable[..., games.View], question: tr.Question, yes: bool, dealt_game: Deal, en: Language
) -> None:
    sitting = Sitting(scene(dealt_game), en)
    key = at.reply_boxes(2)[1 if yes else 0]
    assert sitting.tap(key) == [tr.Answer(7, HandId(2), question, yes)]


def test_a_question_that_was_answered_leaves_the_screen(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.straddle(dealt_game), en)
    assert sitting.view.question is not None
    sitting.view.question = None
    sitting.tell()
    assert sitting.screen.shown.mode != "asked"


def test_a_newcomer_waits_or_posts(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.entry(dealt_game), en)
    wait, post = at.reply_boxes(2)
    assert sitting.tap(post) == [sr.ChooseEntry(7, "post")]
    sitting.rest()
    assert sitting.tap(wait) == [sr.ChooseEntry(7, "wait")]


# -- the cut of the deck ------------------------------------------------------------------------------------------


def test_the_deck_is_cut_where_it_is_touched_and_once(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game), en)
    assert sitting.tap(at.CUT) == [er.CutDeck(7, HandId(2), 26)]
    assert sitting.tap(at.CUT) == []


@pytest.mark.parametrize(("x", "place"), [(at.CUT.x, 1), (at.CUT.right - 0.1, 51), (at.CUT.x + at.CUT.w / 4, 13)])
def test_one_card_at_least_stays_on_either_side(x: float, place: int, dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game), en)
    sitting.finger("down", x, at.CUT.centre[1])
    sitting.finger("up", x, at.CUT.centre[1])
    assert sitting.asked == [er.CutDeck(7, HandId(2), place)]


def test_a_finger_that_slides_off_the_deck_cuts_nothing(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game), en)
    sitting.finger("down", *at.CUT.centre)
    sitting.finger("move", at.CUT.x, at.CUT.y - 20)
    sitting.finger("up", at.CUT.x, at.CUT.y - 20)
    assert sitting.asked == []
    assert sitting.tap(at.CUT) != []


def test_the_deck_may_be_let_be(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game), en)
    sitting.rest()
    assert sitting.tap(at.CUT_LEAVE) == [er.CutDeck(7, HandId(2), 0)]


def test_the_others_read_who_may_cut(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game, 5), en, seat=5)
    assert sitting.screen.shown.mode == "rest"
    name = sitting.view.at(7).name
    assert sitting.screen.shown.headline == f"{name} may cut the deck"


def test_a_deck_that_was_cut_is_put_away(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.cut(dealt_game), en)
    fold(sitting.view, er.DeckCut(7, HandId(2), 26))
    sitting.tell()
    assert sitting.screen.shown.mode == "rest"
    assert sitting.tap(at.CUT) == []


# -- the menu ----------------------------------------------------------------------------------------------------


def test_the_menu_has_a_break_and_where_they_are_dealt_a_bomb_pot(dealt_game: Deal, en: Language) -> None:
    sitting = Sitting(games.soko(dealt_game), en)
    assert [choice.id for choice in sitting.screen.shown.menu] == [
        "sit-out",
        "break",
        "change",
        "past",
        "rules",
        "taste",
        "call",
        "leave",
    ]
    sitting.tap(at.MENU)
    sitting.rest()
    assert sitting.tap(sitting.menu_key("break")) == [sr.TakeBreak(7)]
    view = games.entry(dealt_game)
    hand = games.bomb_pot(dealt_game)
    assert view.profile is not None
    hand.question = None
    sitting = Sitting(hand, en)
    sitting.tap(at.MENU)
    sitting.rest()
    assert sitting.tap(sitting.menu_key("bomb-pot")) == [tr.ProposeBombPot(7)]
