"""What a hand is worth before all cards are there: its mean share of the pot, by counting every deal or by samples."""

from evaluator_ext.equity.asking import Equity, PlayerEquity, equity
from evaluator_ext.equity.dealing import Dealer
from evaluator_ext.equity.games import EQUITY_GAMES, EquityGame, EquityGameId

__all__ = ["EQUITY_GAMES", "Dealer", "Equity", "EquityGame", "EquityGameId", "PlayerEquity", "equity"]
