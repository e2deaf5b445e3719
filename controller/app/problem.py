"""An error that a person can mend: what, where, and how, in one line."""


class Problem(Exception):  # noqa: N818 - it is shown to people under this name
    """Something outside the program is not as it must be. The command line prints it and ends with 2."""

    def __init__(self, where: str, what: str, mend: str) -> None:
        super().__init__(f"{where}: {what}; {mend}")
        self.where = where
        self.what = what
        self.mend = mend
