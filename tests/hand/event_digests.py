"""`python -m tests.hand.event_digests N`: a digest of all events of N hands by chance of every game, one line each."""

import hashlib
import sys

import msgspec

from controller.app.simulate import POLICIES, Run, find_rotation
from controller.games import catalogue
from controller.vocab.profile import RuleSetId

SEED = 7
RULE_SETS = [RuleSetId("ray"), RuleSetId("hungarian")]


def main() -> None:
    """Play and print."""
    encode = msgspec.json.Encoder().encode
    for game in catalogue():
        seats = game.seats_that_fit(burns=True)
        for rule_set in RULE_SETS:
            run = Run(find_rotation(game.id), rule_set, seats, POLICIES["random"], SEED)
            digest = hashlib.blake2b(digest_size=12)
            for number in range(1, int(sys.argv[1]) + 1):
                for event in run.hand(number)[1]:
                    digest.update(encode(event))
            sys.stdout.write(f"{game.id} {rule_set} {digest.hexdigest()}\n")


if __name__ == "__main__":
    main()
