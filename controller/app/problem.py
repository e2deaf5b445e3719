"""An error that a person can mend: what, where, and how, in one line."""


class Problem(Exception):  # noqa: N818 - it is shown to people under this name
    """Something outside the program is not as it must be. The command line prints its line and ends with 2."""

    def __init__(self, where: str, what: str, mend: str) -> None:
        super().__init__(f"{where}: {what}; {mend}")

    @classmethod
    def told(cls, error: Exception) -> "Problem":
        """Return the problem of an error whose message is such a line already, as the journal's are."""
        problem = cls("", "", "")
        problem.args = (str(error),)
        return problem
