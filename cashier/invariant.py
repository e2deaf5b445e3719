"""The one helper that guards what may never happen.

A breach raises `InvariantBreach`; the machine's host catches it in one place, drops the copy it worked on and
puts the table into its safe state. Unlike `assert`, the check survives `python -O`.
"""


class InvariantBreach(Exception):  # noqa: N818 - a breach is the field's word
    """Something that may never happen was about to happen.

    `name` is the invariant's stable name, `sentence` tells the operator what was found.
    """

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(f"{name}: {sentence}")
        self.name = name
        self.sentence = sentence


def invariant(holds: bool, name: str, sentence: str = "") -> None:
    """Raise `InvariantBreach(name, sentence)` unless `holds`."""
    if not holds:
        raise InvariantBreach(name, sentence)
