"""The chapters on a game without betting: how thirteen cards are set in rows, and what the rows are worth."""

from controller.games.handbook.sayings import Played, amount, figure, say
from controller.games.rows import ROWS
from controller.vocab.rule_book import Saying, Section, Step


def setting(played: Played) -> tuple[Section, ...]:
    """How the cards are set, and what becomes of rows that are out of order (hand-engine §4)."""
    steps = tuple(Step(label=say(f"row.{name}"), says=(say(f"rules.rows.{name}"),)) for name in ROWS)
    says = [
        say("rules.rows.players", figure("most", played.game.most)),
        say("rules.rows.order"),
        say("rules.rows.turn"),
    ]
    if played.rulings.rows_surrender:
        says.append(say("rules.rows.surrender", figure("points", played.rulings.rows_surrender)))
    says.append(say("rules.rows.out-of-order"))
    return (Section(heading=say("rules.rows.heading"), says=tuple(says), steps=steps),)


def scoring(played: Played) -> tuple[Section, ...]:
    """Points for rows, for naturals and for royalties, and what a point is worth."""
    rulings, points = played.rulings, played.game.rows
    if points is None:
        return ()
    says = [_worth(played), say("rules.points.row")]
    if points.scoop:
        says.append(say("rules.points.scoop", figure("points", points.scoop)))
    if points.majority:
        says.append(say("rules.points.majority", figure("points", points.majority)))
    if rulings.rows_naturals:
        says.append(say("rules.points.naturals"))
    if rulings.rows_royalties:
        says += [say(f"rules.points.royalties.{name}") for name in ROWS]
    says += [say("rules.points.order"), say("rules.points.stacks"), say("rules.points.no-fee")]
    return (Section(heading=say("rules.points.heading"), says=tuple(says)),)


def _worth(played: Played) -> Saying:
    if played.terms is None:
        return say("rules.points.worth")
    stakes = played.terms.stakes
    return say("rules.points.worth-is", amount("amount", stakes.point or stakes.small_bet or stakes.ante))
