"""Who opens a street once the rulings have had their say (AMB-23)."""

from controller.games.model import Game, Opener
from controller.games.rulings import Rulings


def opener_of(game: Game, street: int, rulings: Rulings) -> Opener:
    """What decides who opens street number `street`; the rulings may turn a high stud game's first round round."""
    opener = game.streets[street].opener
    wanted = rulings.stud_opening
    if street or wanted == "by-game" or game.blinds or _is_low(game) or opener == "left-of-button":
        return opener
    return "low-card" if wanted == "lowest-brings-in" else "high-card"


def _is_low(game: Game) -> bool:
    return game.shares[0].ranking == "ace-to-five"
