"""The chapters on the end of a hand: who shows, how pots are divided, what the house takes, and the clock."""

from controller.games.handbook.sayings import Played, amount, figure, say
from controller.games.model import Share
from controller.vocab.rule_book import Fact, Saying, Section


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
    """What the house takes of a pot, and when it takes nothing (poker.md §13)."""
    rulings, terms = played.rulings, played.terms
    if terms is not None and not terms.rake.permille:
        return (Section(heading=say("rules.fee.heading"), says=(say("rules.fee.none"),)),)
    if terms is None:
        share = say("rules.fee.share")
    else:
        permille = Fact(name="percent", value=terms.rake.permille, kind="percent")
        share = say("rules.fee.is", permille, amount("cap", terms.rake.cap))
    says = (
        share,
        say("rules.fee.uncalled"),
        say(_unless_second_round(played)) if rulings.no_rake_before_second_round else say("rules.fee.always"),
        say(f"rules.fee.order.{rulings.rake_order}"),
        say(f"rules.fee.rounding.{rulings.rake_rounding}"),
    )
    return (Section(heading=say("rules.fee.heading"), says=says),)


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
