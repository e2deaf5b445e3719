"""Moving a table's keys: from files into the seal of a TPM, back, and out of the recovery key.

Each move leaves the keys readable in the old way until they were read back in the new one. The configuration is the
switch: until it is written, or taken away, nothing has changed, and saying the word again finishes what was cut off.
Everything raises `KeyRefused` for what the TPM or a file refuses, and OSError for a disk that does.
"""

from typing import Final

import msgspec

from controller.app.entropy import Entropy
from controller.app.home import Home
from controller.app.keys import recovery, register
from controller.app.keys.counter import FileCounter
from controller.app.keys.recovery import RecoveryKey
from controller.app.keys.refused import KeyRefused
from controller.app.keys.register import Register
from controller.app.keys.sealing import CONFIGURATION, Sealing, ratchet_of, tpm_of
from controller.app.keys.store import OWN, TABLE, VERSION, KeyStore
from controller.journal.rows import Head
from controller.journal.seal import KEY_SIZE

_REMEMBERS_NOTHING: Final = frozenset({"ratchet-gone", "remembered-older", "remembered-altered", "key-unreadable"})
"""Why a register cannot be gone on with, where people have to say what holds."""


def seal_keys(home: Home, wanted: Sealing, head: Head | None, entropy: Entropy) -> RecoveryKey:
    """Have a TPM seal the table's key to the state of now; return the recovery key, which is written nowhere else.

    `wanted` says registers, bank and device, and `head` where the journal ends, None before its first record. A key
    that is sealed already is sealed anew and keeps what it remembers; a folder without a table gets its keys sealed
    from the first, none ever in a file.
    """
    present = home.sealing
    remembers = present is not None and home.exists and present.device == wanted.device
    ratchet = present.ratchet if present is not None and remembers else tpm_of(wanted).make_ratchet()
    sealing = msgspec.structs.replace(wanted, ratchet=ratchet)
    if not home.exists:
        home.keys.make()
        home.keys.replace(CONFIGURATION, sealing.text())
        home.create(entropy)
        version = 0
    else:
        version = KeyStore(home.keys).versions.read()
        _copy(KeyStore(home.keys), KeyStore(home.keys, lambda: sealing))
    key = KeyStore(home.keys, lambda: sealing).table_key
    paper = RecoveryKey(entropy.draw(KEY_SIZE))
    paper.close(home.keys, home.machine_id, key)
    if not remembers:
        _begin(Register(home.keys, key, ratchet_of(sealing)), version, head)
    home.keys.replace(CONFIGURATION, sealing.text())
    _drop_all(home, KeyStore(home.keys, lambda: None))
    home.keys.remove(VERSION)
    return paper


def unseal_keys(home: Home) -> None:
    """Have the keys of a table lie in files again, and its counter's place in the TPM free."""
    sealing = home.sealing
    if sealing is None:
        _drop_sealed(home)
    else:
        source = KeyStore(home.keys)
        _to_files(home, source, source.versions.read())
        tpm_of(sealing).forget_ratchet(sealing.ratchet)


def has_leftovers(home: Home) -> bool:
    """Whether a move to files was cut off when the keys lay there already, so that sealed ones are left beside them."""
    return home.sealing is None and any(home.keys.has(name) for name in (recovery.FILE, register.FILE))


def recover_to_files(home: Home, paper: RecoveryKey) -> None:
    """Have the keys lie in files again, without any TPM."""
    key = paper.open(home.keys, home.machine_id)
    _to_files(home, KeyStore(home.keys, table_key=key), _known(home, key))


def recover_to_tpm(home: Home, paper: RecoveryKey, sealing: Sealing, head: Head | None) -> bool:
    """Seal the key to this machine as it is now; return whether the TPM still knew how far the history had come.

    Where it does not, `head` is taken for the end of the history from now on, and only people can say whether it is.
    """
    key = paper.open(home.keys, home.machine_id)
    target = KeyStore(home.keys, lambda: sealing)
    target.keep(TABLE, key)
    kept = Register(home.keys, key, ratchet_of(sealing))
    try:
        kept.read()
    except KeyRefused as refused:
        if refused.trouble not in _REMEMBERS_NOTHING:
            raise
    else:
        return True
    sealing = msgspec.structs.replace(sealing, ratchet=tpm_of(sealing).make_ratchet())
    _begin(Register(home.keys, key, ratchet_of(sealing)), _known(home, key), head)
    home.keys.replace(CONFIGURATION, sealing.text())
    return False


def accept_history(home: Home, head: Head | None) -> None:
    """Take `head` for the end of the history from now on, though the table remembers another."""
    kept = home.register
    if kept is not None:
        _begin(kept, _known(home, home.table_key), head)


def _copy(source: KeyStore, target: KeyStore) -> None:
    """Keep all keys of one store in another, the one that guards the others first; read each back."""
    for name in OWN:
        if source.has(name):
            key = source.read(name)
            target.keep(name, key)
            if target.read(name) != key:
                raise KeyRefused("key-damaged", path=target.file(name), size=len(key))


def _to_files(home: Home, source: KeyStore, version: int) -> None:
    _copy(source, KeyStore(home.keys, lambda: None))
    FileCounter(home.keys, VERSION).raise_to(version)
    home.keys.remove(CONFIGURATION)
    _drop_sealed(home)


def _drop_sealed(home: Home) -> None:
    _drop_all(home, KeyStore(home.keys, Sealing))
    home.keys.remove(recovery.FILE)
    home.keys.remove(register.FILE)


def _drop_all(home: Home, store: KeyStore) -> None:
    for name in OWN:
        home.keys.remove(store.file(name))


def _begin(kept: Register, version: int, head: Head | None) -> None:
    kept.begin(version, *((0, b"") if head is None else (head.record, head.hash)))


def _known(home: Home, key: bytes) -> int:
    """The newest release that the folder knows of, whatever the TPM says; 0 where nothing does."""
    try:
        return register.peek(home.keys, key).version
    except KeyRefused:
        return 0
