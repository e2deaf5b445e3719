"""`vectors.json` is what `docs/protocol.md` says, byte by byte: the page once more in a few lines, and the product.

The functions here are written from the page with nothing but BLAKE2b, X25519 and ChaCha20-Poly1305, so that a screen
written elsewhere from the same page is held against the same bytes.
"""

import hashlib
import json
from pathlib import Path

import pytest
from nacl.bindings import crypto_aead_chacha20poly1305_ietf_encrypt, crypto_scalarmult, crypto_scalarmult_base

from controller.wire.channel import screen_end, table_end
from controller.wire.opening import PairKeys
from controller.wire.pairing import ScreenPairing, TablePairing, table_private_key

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="ascii"))
OPENINGS, PAIRINGS = VECTORS["openings"], VECTORS["pairings"]


def d(purpose, key, *parts):
    fed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.blake2b(fed, digest_size=32, key=key, person=b"jakaja:" + purpose).digest()


def frame(body):
    return len(body).to_bytes(4, "big") + body


def sealed(key, count, message):
    padded = message + b"\x80"
    padded += bytes(-len(padded) % 256)
    header = (len(padded) + 16).to_bytes(4, "big")
    return header + crypto_aead_chacha20poly1305_ietf_encrypt(padded, header, count.to_bytes(12, "little"), key)


def opening_of_the_page(given):
    """The frames of an opening, and one message each way after it."""
    s, t, name = given["screen_ephemeral"], given["table_ephemeral"], given["name"]
    big_s, big_t = crypto_scalarmult_base(s), crypto_scalarmult_base(t)
    secrets = [crypto_scalarmult(s, big_t)]
    if "shared_key" in given:
        version, key = b"\x01", given["shared_key"]
    else:
        version, p, q = b"\x02", given["screen_private"], given["table_private"]
        big_p, big_q = crypto_scalarmult_base(p), crypto_scalarmult_base(q)
        key = d(b"pair", crypto_scalarmult(p, big_q), version, big_p, big_q, name)
        secrets += [crypto_scalarmult(p, big_t), crypto_scalarmult(s, big_q)]
    root = d(b"session", key, version, big_s, name, big_t, *secrets)
    return {
        "frame_1": frame(version + big_s + d(b"hello", key, version, big_s, name) + name),
        "frame_2": frame(big_t + d(b"answer", root)),
        "frame_3": frame(d(b"proof", root)),
        "from_screen": sealed(d(b"to-table", root), 0, given["message"]),
        "from_table": sealed(d(b"to-screen", root), 0, given["message"]),
    }


def pairing_of_the_page(given):
    """The frames of a pairing, and the code that both ends show."""
    p, name, screen_nonce, table_nonce = (
        given[key] for key in ("screen_private", "name", "screen_nonce", "table_nonce")
    )
    q = d(b"screens", given["table_key"])
    big_p, big_q = crypto_scalarmult_base(p), crypto_scalarmult_base(q)
    told = d(b"pairing", screen_nonce, b"\x03", big_p, name, big_q, table_nonce)
    key = d(b"pair", crypto_scalarmult(p, big_q), told)
    return {
        "frame_1": frame(b"\x03" + big_p + d(b"commit", screen_nonce, b"\x03", big_p, name) + name),
        "frame_2": frame(big_q + table_nonce),
        "frame_3": frame(screen_nonce),
        "code": f"{int.from_bytes(d(b'code', told)[:8], 'big') % 1_000_000:06}".encode(),
        "frame_4": frame(d(b"screen-ok", key)),
        "frame_5": frame(d(b"table-ok", key)),
    }


def bytes_of(written):
    return {name: bytes.fromhex(value) for name, value in written.items()}


@pytest.mark.parametrize("vector", OPENINGS, ids=lambda vector: vector["of"])
def test_the_openings_are_those_of_the_page(vector):
    assert opening_of_the_page(bytes_of(vector["given"])) == bytes_of(vector["then"])


@pytest.mark.parametrize("vector", PAIRINGS, ids=lambda vector: vector["of"])
def test_the_pairings_are_those_of_the_page(vector):
    assert pairing_of_the_page(bytes_of(vector["given"])) == bytes_of(vector["then"])


@pytest.mark.parametrize("vector", OPENINGS, ids=lambda vector: vector["of"])
def test_the_product_opens_a_channel_byte_for_byte_so(vector):
    given, name = bytes_of(vector["given"]), bytes_of(vector["given"])["name"].decode()
    if "shared_key" in given:
        of_screen = of_table = given["shared_key"]
    else:
        p, q = given["screen_private"], given["table_private"]
        of_screen, of_table = PairKeys(p, crypto_scalarmult_base(q)), PairKeys(q, crypto_scalarmult_base(p))
    screen = screen_end(name, of_screen, given["screen_ephemeral"])
    table = table_end({name: of_table}, given["table_ephemeral"])
    made = {"frame_1": screen.outgoing()}
    table.receive(made["frame_1"])
    made["frame_2"] = table.outgoing()
    screen.receive(made["frame_2"])
    made["frame_3"] = screen.outgoing()
    table.receive(made["frame_3"])
    made["from_screen"], made["from_table"] = screen.send(given["message"]), table.send(given["message"])
    assert made == bytes_of(vector["then"])
    assert table.receive(made["from_screen"]) == screen.receive(made["from_table"]) == [given["message"]]


@pytest.mark.parametrize("vector", PAIRINGS, ids=lambda vector: vector["of"])
def test_the_product_pairs_byte_for_byte_so(vector):
    given = bytes_of(vector["given"])
    screen = ScreenPairing(given["name"].decode(), given["screen_private"], given["screen_nonce"])
    made = {"frame_1": screen.outgoing()}
    table = TablePairing(table_private_key(given["table_key"]), given["table_nonce"], made["frame_1"][4:])
    table.answer()
    made["frame_2"] = table.outgoing()
    screen.receive(made["frame_2"])
    made["frame_3"] = screen.outgoing()
    table.receive(made["frame_3"])
    assert screen.code == table.code
    made["code"] = screen.code.encode()
    screen.agree()
    made["frame_4"] = screen.outgoing()
    table.receive(made["frame_4"])
    assert table.agreed
    table.confirm()
    made["frame_5"] = table.outgoing()
    screen.receive(made["frame_5"])
    assert screen.done
    assert made == bytes_of(vector["then"])
