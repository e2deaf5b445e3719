"""The chapters on the end of a hand: who shows, how pots are divided, what the house takes, and the clock."""

from controller.games.handbook.sayings import Played, Terms, amount, figure, say
from controller.games.model import Share
from controller.vocab.profile import PlayersRake
from controller.vocab.rule_book import Fact, Saying, Section, Step


def showdown(played: Played) -> tuple[Section, ...]:
    """Who tables his hand first, and who need not (poker.md §10.1)."""
    opener = played.game.streets[-1].opener
    by_cards = opener if opener in ("best-showing", "lowest-showing") else "left-of-button"
    says = [
        say(f"rules.show.{played.rulings.showdown_first}"),
        say(f"rules.show.no-bet.{by_cards}"),
        say("rules.show.side-pot"),
        say("rules.show.all-cards"),
        say("rules.show.muck"),
    ]
    if played.rulings.show_choice != "nobody":
        says.append(say(f"rules.show.choice.{played.rulings.show_choice}"))
    return (Section(heading=say("rules.show.heading"), says=tuple(says)),)


def splitting(played: Played) -> tuple[Section, ...]:
    """Equal hands, halves, and chips that do not divide (poker.md §10.3)."""
    if played.game.shares[0].ranking == "hungarian-draw":
        return (
            Section(heading=say("rules.split.heading"), says=(say("rules.split.no-ties"), say("rules.split.each-pot"))),
        )
    says = [say("rules.split.equal"), say("rules.split.each-pot")]
    says += [_odd_chip(played, share) for share in _odd_chip_shares(played)]
    says.append(say(f"rules.split.several.{played.rulings.odd_chips}"))
    if played.low is not None:
        says += [say("rules.split.odd.high-first"), say("rules.split.same-both-ways")]
    elif len(played.game.shares) > 1:
        says.append(say("rules.split.odd.first-board"))
    return (Section(heading=say("rules.split.heading"), says=tuple(says)),)


def _odd_chip_shares(played: Played) -> list[Share]:
    """One share for each way in which odd chips go out."""
    return list({share.odd_chips: share for share in played.game.shares}.values())


def _odd_chip(played: Played, share: Share) -> Saying:
    if share.odd_chips == "position":
        return say("rules.split.odd.position")
    return say(f"rules.split.odd.{share.odd_chips}.{played.rulings.stud_odd_chip}")


def fee(played: Played) -> tuple[Section, ...]:
    """What the house and the jackpots take, and when they take nothing (poker.md §13, jackpots.md §1)."""
    terms = played.terms
    says = (*_of_the_pot(played), *_for_time(terms), *_for_jackpots(terms))
    steps = tuple(Step(label=_up_to(row.most), says=(_share(row.permille, row.cap),)) for row in _by_players(terms))
    return (Section(heading=say("rules.fee.heading"), says=says, steps=steps),)


def _of_the_pot(played: Played) -> tuple[Saying, ...]:
    """The share of a pot or the fixed fees; one of them, or neither."""
    rulings, terms = played.rulings, played.terms
    if terms is None:
        sizes = [say("rules.fee.share")]
    elif terms.rake.by_pot:
        sizes = [
            say("rules.fee.pot", amount("reached", row.reached), amount("fee", row.fee)) for row in terms.rake.by_pot
        ]
    elif terms.rake.permille:
        sizes = [_share(terms.rake.permille, terms.rake.cap)]
    else:
        return () if terms.rake.time.amount else (say("rules.fee.none"),)
    return (
        *sizes,
        say("rules.fee.uncalled"),
        say(_unless_second_round(played)) if rulings.no_rake_before_second_round else say("rules.fee.always"),
        say(f"rules.fee.order.{rulings.rake_order}"),
        *_rounded(played),
    )


def _share(permille: int, cap: int) -> Saying:
    percent = Fact(name="percent", value=permille, kind="percent")
    return say("rules.fee.is", percent, amount("cap", cap))


def _rounded(played: Played) -> tuple[Saying, ...]:
    """How a share comes to whole chips or whole steps; fixed fees need no rounding."""
    terms, rounding = played.terms, played.rulings.rake_rounding
    if terms is not None and terms.rake.by_pot:
        return ()
    if terms is not None and terms.rake.step:
        return (say(f"rules.fee.steps.{rounding}", amount("step", terms.rake.step)),)
    return (say(f"rules.fee.rounding.{rounding}"),)


def _by_players(terms: Terms | None) -> tuple[PlayersRake, ...]:
    return () if terms is None or terms.rake.by_pot else terms.rake.by_players


def _up_to(most: int) -> Saying:
    return say("rules.fee.players", figure("most", most))


def _for_time(terms: Terms | None) -> tuple[Saying, ...]:
    if terms is None or not terms.rake.time.amount:
        return ()
    time = terms.rake.time
    return (say("rules.fee.time", amount("amount", time.amount), figure("minutes", time.period // 60_000)),)


def _for_jackpots(terms: Terms | None) -> tuple[Saying, ...]:
    if terms is None or not terms.jackpots.feeds:
        return ()
    jackpots = terms.jackpots
    taken = amount("amount", jackpots.bad_beat + jackpots.month_hand)
    says = [say("rules.fee.jackpots", taken, figure("players", jackpots.players))]
    if jackpots.bad_beat and jackpots.month_hand:
        parts = amount("beat", jackpots.bad_beat), amount("month", jackpots.month_hand)
        says.append(say("rules.fee.jackpots.parts", *parts))
    if jackpots.hourly.amount:
        hourly = amount("amount", jackpots.hourly.amount), figure("minutes", jackpots.hourly.minutes)
        says.append(say("rules.fee.jackpots.hour", *hourly))
    return tuple(says)


def _unless_second_round(played: Played) -> str:
    return "rules.fee.no-flop" if played.has_board and not played.game.streets[0].board else "rules.fee.no-second-round"


def time(played: Played) -> tuple[Section, ...]:
    """The clock of a decision, and what happens when it has run out (poker.md §9)."""
    terms = played.terms
    given = (
        say("rules.time.shown") if terms is None else say("rules.time.is", figure("seconds", terms.decision // 1000))
    )
    if played.game.rows:
        return (Section(heading=say("rules.time.heading"), says=(given, say("rules.time.rows"))),)
    says = [given, say(f"rules.time.out.{played.rulings.timeout_action}")]
    if any(street.bring_in for street in played.game.streets):
        says.append(say("rules.time.bring-in"))
    if any(street.draw for street in played.game.streets):
        says.append(say("rules.time.draw"))
    if any(street.discard for street in played.game.streets):
        says.append(say("rules.time.discard"))
    if played.game.blinds:
        says.append(say(f"rules.time.absent.{played.rulings.absent_all_in}"))
    return (Section(heading=say("rules.time.heading"), says=tuple(says)),)
