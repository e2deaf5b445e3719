"""The page that checks a receipt in any browser: one file, no network, in every language of the table."""

import json
from importlib.resources import files
from typing import Final

from controller.language import load_languages

KEYS: Final = (
    "proof.title",
    "proof.lead",
    "proof.paste",
    "proof.root",
    "proof.check",
    "proof.scan",
    "proof.shows",
    "proof.not",
    "proof.no-receipt",
    "proof.not-proved",
    "proof.other-root",
    "proof.proved",
    "proof.same-root",
    "proof.compare",
    "proof.place",
    "proof.seat",
    "proof.board",
    "proof.number",
    "proof.cut",
)
"""What the page says, by the catalogues' keys; it knows them without `proof.`."""

_TEXTS: Final = "const TEXTS = {};"
_RECEIPT: Final = 'const RECEIPT = "";'


def proof_page(receipt: str = "") -> str:
    """Return the page, with a receipt that it checks at once if one is given."""
    page = files("controller.app").joinpath("proof_page.html").read_text(encoding="utf-8")
    texts = {
        code: {key.removeprefix("proof."): language.template(key) for key in KEYS}
        for code, language in load_languages().items()
    }
    return page.replace(_TEXTS, f"const TEXTS = {_script(texts)};").replace(
        _RECEIPT, f"const RECEIPT = {_script(receipt)};"
    )


def _script(value: object) -> str:
    """Return a value as a script may hold it: no tag can end in it."""
    return json.dumps(value, ensure_ascii=False).replace("<", "\\u003c")
