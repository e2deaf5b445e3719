"""The chapters on the cards: what the game is, what is paid before the deal, and what happens street by street."""

from collections.abc import Mapping
from typing import Final

from controller.games.handbook.sayings import Played, amount, dealt, figure, say, spelt, text
from controller.games.model import Street
from controller.games.openers import opener_of
from controller.vocab.rule_book import Saying, Section, Step

WHOLE_PACK: Final = 52

BOARD_STREETS: Final[Mapping[int, str]] = {3: "street.flop", 4: "street.turn", 5: "street.river"}
"""What a street is called that brings the board to so many cards."""


# -- what the game is --------------------------------------------------------------------------------------------


def aim(played: Played) -> tuple[Section, ...]:
    """Players, cards, and what wins."""
    game = played.game
    most = game.seats_that_fit(played.rulings.burn_cards)
    says = (
        say("rules.aim.players", figure("least", game.fewest), figure("most", most)),
        *((say("rules.aim.sits-out", figure("players", most + game.sit_out)),) if game.sit_out else ()),
        _pack(played),
        say("rules.aim.win"),
        *_shares(played),
        *_cards_that_play(played),
    )
    return (Section(heading=say("rules.aim.heading"), says=says),)


def _pack(played: Played) -> Saying:
    deck = played.game.deck
    if len(deck) == WHOLE_PACK:
        return say("rules.aim.pack.whole")
    return say("rules.aim.pack.short", figure("cards", len(deck)), text("lowest", f"rank.named.{(min(deck) >> 2) + 2}"))


def _shares(played: Played) -> tuple[Saying, ...]:
    shares = played.game.shares
    if played.low is not None:
        return (say("rules.aim.high-low"),)
    if played.game.boards > 1:
        return (say("rules.aim.boards", spelt("number", played.game.boards)),)
    lowball = shares[0].ranking in ("ace-to-five", "deuce-to-seven", "badugi")
    return (say(f"rules.aim.{shares[0].ranking}"),) if lowball else ()


def _cards_that_play(played: Played) -> tuple[Saying, ...]:
    if played.game.shares[0].use == "two-of-hand":
        return (say("rules.aim.two-of-hand"), *((say("rules.aim.two-of-hand-twice"),) if played.low else ()))
    if played.has_board:
        return (say("rules.aim.any-of-hand"),)
    if played.own_cards > 5:
        return (say("rules.aim.best-five", spelt("number", played.own_cards)),)
    return ()


# -- before the deal ---------------------------------------------------------------------------------------------


def stakes(played: Played) -> tuple[Section, ...]:
    """Blinds and straddle, or the ante."""
    return (_blinds(played) if played.game.blinds else _antes(played),)


def _blinds(played: Played) -> Section:
    terms, rulings = played.terms, played.rulings
    says = [say("rules.blinds.who")]
    if terms is None:
        says.append(say("rules.blinds.fixed" if played.fixed else "rules.blinds.about"))
    else:
        small, big = terms.stakes.small_blind, terms.stakes.big_blind
        says.append(say("rules.blinds.are", amount("small", small), amount("big", big)))
    says += [say("rules.blinds.live"), say(f"rules.blinds.short.{rulings.short_blind_price}")]
    if terms is not None and terms.stakes.ante:
        says.append(say("rules.blinds.ante", amount("ante", terms.stakes.ante)))
    return Section(heading=say("rules.blinds.heading"), says=(*says, *_straddle(played)))


def _straddle(played: Played) -> tuple[Saying, ...]:
    """What a straddle is, who may post it, and what it counts for (poker.md §6)."""
    if not played.straddles:
        return ()
    rulings = played.rulings
    says = [say("rules.straddle.what"), *(say(f"rules.straddle.who.{kind}") for kind in played.straddles)]
    if played.terms is None:
        says.append(say("rules.straddle.shown"))
    if played.fixed:
        says.append(
            say("rules.straddle.is-raise" if rulings.straddle_counts_as_raise else "rules.straddle.is-no-raise")
        )
    return (*says, say(f"rules.straddle.raise-by.{rulings.straddle_increment}"))


def _antes(played: Played) -> Section:
    terms = played.terms
    paid = say("rules.ante.all") if terms is None else say("rules.ante.are", amount("ante", terms.stakes.ante))
    return Section(heading=say("rules.ante.heading"), says=(paid, say("rules.ante.dead")))


# -- street by street --------------------------------------------------------------------------------------------


def course(played: Played) -> tuple[Section, ...]:
    """What is dealt, exchanged and thrown away on each street, and who begins."""
    steps: list[Step] = []
    board = 0
    for number, street in enumerate(played.game.streets):
        board += street.board
        steps.append(Step(label=_label(played, number, board), says=_street(played, number)))
    return (Section(heading=say("rules.course.heading"), says=(say("rules.course.order"),), steps=tuple(steps)),)


def _label(played: Played, number: int, board: int) -> Saying:
    if not played.has_board:
        return say("rules.course.round", figure("number", number + 1))
    if number == 0:
        return say("street.preflop")
    return say(BOARD_STREETS[board])


def _street(played: Played, number: int) -> tuple[Saying, ...]:
    street = played.game.streets[number]
    return (
        *_burnt(played, number),
        *_dealt(played, number),
        *_thrown_away(street, "before-betting"),
        *_exchanged(played, number),
        *_opened(played, number),
        *_thrown_away(street, "after-betting"),
    )


def _burnt(played: Played, number: int) -> tuple[Saying, ...]:
    burns = played.rulings.burn_cards and played.game.streets[number].burn
    # Before the first betting a card is burnt only for the board: the players' cards come before it.
    return (say("rules.course.burn"),) if burns and number else ()


def _dealt(played: Played, number: int) -> tuple[Saying, ...]:
    game, street = played.game, played.game.streets[number]
    says: list[Saying] = []
    if street.hole:
        says.append(dealt("rules.course.down" if number == 0 else "rules.course.one-more-down", street.hole))
    if street.up:
        says.append(dealt("rules.course.up-too" if street.hole else "rules.course.up", street.up))
    if street.board:
        if number == 0 and street.burn and played.rulings.burn_cards:
            says.append(say("rules.course.burn"))
        says.append(dealt("rules.course.board" if game.boards == 1 else "rules.course.boards", street.board))
    if number + 1 == len(game.streets) and (street.hole or street.up) and _may_run_short(played):
        says.append(say("rules.course.shortage"))
    return tuple(says)


def _may_run_short(played: Played) -> bool:
    """Whether the deck may not have a card left for each player (poker.md §12.5)."""
    return played.game.most * played.own_cards > len(played.game.deck)


def _thrown_away(street: Street, moment: str) -> tuple[Saying, ...]:
    discard = street.discard
    if discard is None or discard.moment != moment or not discard.count:
        return ()
    return (dealt(f"rules.course.discard.{moment}", discard.count),)


def _exchanged(played: Played, number: int) -> tuple[Saying, ...]:
    game, street = played.game, played.game.streets[number]
    if not street.draw:
        return ()
    any_number = street.draw >= played.own_cards
    says = [say("rules.course.draw.any") if any_number else dealt("rules.course.draw.up-to", street.draw)]
    if street.burn_each and played.rulings.burn_cards:
        says.append(say("rules.course.draw.burn"))
    if any(before.draw for before in game.streets[:number]):
        return tuple(says)
    if game.recycle == "burns-and-discards":
        says.append(say("rules.course.draw.discards-again"))
    elif game.recycle == "burns" and played.rulings.burn_cards:
        says.append(say("rules.course.draw.burns-again"))
    return tuple(says)


def _opened(played: Played, number: int) -> tuple[Saying, ...]:
    """Who begins the betting; where the cards that lie open tell, also what decides between equal ones."""
    street, rulings = played.game.streets[number], played.rulings
    opener = opener_of(played.game, number, rulings)
    if street.bring_in and (played.terms is None or played.terms.stakes.bring_in):
        return (say(f"rules.course.brings-in.{opener}"), _bring_in(played), say("rules.course.ties.one-card"))
    opens = say(f"rules.course.opens.{opener}")
    if opener in ("best-showing", "lowest-showing"):
        return (
            (opens, say(f"rules.course.ties.{rulings.showing_ties}")) if _first_by_showing(played, number) else (opens,)
        )
    if opener in ("low-card", "high-card", "high-card-ace-low"):
        return (opens, say("rules.course.ties.one-card"))
    return (opens,)


def _bring_in(played: Played) -> Saying:
    if played.terms is None:
        return say("rules.course.bring-in.or-complete")
    return say("rules.course.bring-in.of", amount("bring_in", played.terms.stakes.bring_in))


def _first_by_showing(played: Played, number: int) -> bool:
    """Whether this is the first street that the hands showing open; what decides between them is said only there."""
    showing = ("best-showing", "lowest-showing")
    return not any(street.opener in showing for street in played.game.streets[:number])
