"""Whole hands played through the models: what the keys offer, the engine accepts, and nobody sees too much."""

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.hand.play import decide
from controller.language import load_languages
from controller.vocab import hand_records as hr
from evaluator_ext import full_deck
from seats.models import local as seat_local
from seats.models import touches
from seats.models.centre import centre_model
from seats.models.local import Confirm, SeatLocal
from seats.models.scale import TRAVEL
from seats.models.seat import seat_model

LANGUAGES = load_languages()
STACKS = st.lists(st.integers(3, 400), min_size=2, max_size=5)


def models(table):
    for viewer, view in table.views.items():
        for language in LANGUAGES.values():
            if viewer.kind == "seat":
                yield viewer.seat, seat_model(view, language, seat_local.update(SeatLocal(), view), 100_000)
            if viewer.kind == "centre":
                centre_model(view, language, 100_000)


def act_of(press):
    return press.yes if isinstance(press, Confirm) else press


def shown_to(table, seat, local):
    return seat_model(table.seat(seat), LANGUAGES["en"], local, 100_000)


@settings(max_examples=40)
@given(STACKS, st.randoms(use_true_random=False), st.data())
def test_whatever_can_be_pressed_is_accepted_and_only_by_the_player_in_turn(shuffled, stacks, random, data):
    deck = list(full_deck())
    random.shuffle(deck)
    table = shuffled(dict(enumerate(stacks, start=1)), deck, button=data.draw(st.integers(1, len(stacks))))
    while table.offer is not None:
        seat = table.offer.seat
        for other, model in models(table):
            assert any(key.legal for key in model.keys) == (other == seat)
            assert model.own.cards == ()
        local = seat_local.update(SeatLocal(), table.seat(seat))
        seen = shown_to(table, seat, local)
        acts = [act_of(touches.press_fold(seen)), act_of(touches.press_call(seen))]
        for preset in seen.pad.presets:
            if preset.legal:
                chosen = shown_to(table, seat, touches.choose_preset(local, seen, preset.id))
                acts.append(act_of(touches.press_raise(chosen)))
                assert acts[-1].to == preset.to
        if seen.keys[2].legal:
            place = data.draw(st.integers(0, TRAVEL))
            acts.append(act_of(touches.press_raise(shown_to(table, seat, touches.slide(local, seen, place)))))
        for act in acts:
            assert isinstance(act, hr.Act)
            assert isinstance(decide(table.hand, act), list), act
        table.send(data.draw(st.sampled_from(acts)))
    for _, model in models(table):
        assert model.result is not None
        assert not any(key.legal for key in model.keys)
