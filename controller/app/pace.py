"""How fast one end may speak: so much at once, so much a second after that."""


class Pace:
    """A bucket of `burst` things that fills up again by `rate` a second. Whoever is faster waits; nobody is cut off."""

    def __init__(self, burst: int, rate: float, now: float) -> None:
        """Begin with a full bucket at the instant `now` (s) of a steady clock."""
        self._burst = burst
        self._rate = rate
        self._left = float(burst)
        self._at = now

    def wait(self, count: int, now: float) -> float:
        """Take `count` out of the bucket at `now`; return the seconds until it holds something again, 0 if it does."""
        self._left = min(self._left + (now - self._at) * self._rate, self._burst) - count
        self._at = now
        return max(-self._left / self._rate, 0.0)
