"""The newest release that ran at a table, as the table itself remembers it: in its TPM where it has one (SEC-4).

A machine's releases keep a floor of their own in a file beside them. Whoever puts an older folder of releases in its
place puts the floor back with it; the table's own counter stands where it stood.
"""

from controller.app.keys.counter import Counter, check_raise
from controller.app.problem import Problem
from controller.app.release.slots import Slots
from controller.app.release.tree import Release
from controller.software.archive import CONTENTS, ArchiveError, read_contents


def remember_release(versions: Counter, release: Release) -> None:
    """Refuse a signed release that is older than what ran here, and remember one that is not on trial.

    Raises `KeyRefused` (`counter-lower`), or `Problem` where the release does not say which it is. What nobody has
    signed has no number that counts: that is another fault of its own.
    """
    if not release.signers or release.flaws:
        return
    path = release.root / CONTENTS
    try:
        serial = read_contents(path.read_bytes()).serial
    except (OSError, ArchiveError) as error:
        raise Problem(str(path), f"cannot be read ({error})", "install a release there") from error
    check_raise(release.root, versions.read(), serial)
    if not _is_on_trial(release):
        versions.raise_to(serial)


def _is_on_trial(release: Release) -> bool:
    """Whether the one before may have to come back; so it is where the machine's own note cannot be read."""
    try:
        return Slots(release.root.resolve().parent).trial is not None
    except (OSError, Problem):
        return True
