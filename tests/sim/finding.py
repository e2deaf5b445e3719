"""What a simulated evening may find wrong, and how it dies."""

from typing import NoReturn


class Finding(BaseException):
    """Something that may never happen has happened: the name of the rule, and a sentence with both sides.

    No product code may catch it, so it is no `Exception`.
    """

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name
        self.sentence = sentence


class PowerCut(BaseException):
    """The power is gone: nothing of the process is left, and of the disk only what was synced is certain."""


class ProcessDeath(BaseException):
    """The process is gone; what it had given to the system is still there."""


def found(name: str, sentence: str) -> NoReturn:
    """Report a breach of the rule `name`."""
    raise Finding(name, sentence)


def check(holds: bool, name: str, sentence: str) -> None:
    """Report a breach of the rule `name` unless it holds."""
    if not holds:
        raise Finding(name, sentence)
