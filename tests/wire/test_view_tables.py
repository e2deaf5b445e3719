"""The fold and the redaction know every record of the project, and only those."""

import typing

import msgspec
import pytest

from cashier.records import Event, VoucherNumber
from cashier.unions import NUMBER_FIELDS
from controller.vocab.records import EVENT_TYPES
from controller.wire.fold import FOLD
from controller.wire.redact import FOR_STAFF

PUBLIC = [kind for kind in EVENT_TYPES if kind.audience == "everyone"]


def test_fold_has_a_row_for_every_event_type() -> None:
    assert set(FOLD) == set(EVENT_TYPES)


@pytest.mark.parametrize("kind", [kind for kind in EVENT_TYPES if kind.audience == "seat"])
def test_a_private_record_names_its_seat(kind: type[Event]) -> None:
    assert "seat" in kind.__struct_fields__


@pytest.mark.parametrize("kind", PUBLIC)
def test_every_voucher_number_and_attendant_in_a_public_record_is_masked(kind: type[Event]) -> None:
    hints = typing.get_type_hints(kind)
    numbers = {name for name in kind.__struct_fields__ if hints[name] is VoucherNumber}
    names = {name for name in kind.__struct_fields__ if name in ("by", "second")}
    masked = set(FOR_STAFF.get(kind, {}))
    assert numbers == set(NUMBER_FIELDS.get(kind, ())), "no number is told to anybody, nor kept in clear"
    assert names <= masked
    assert masked - names <= {"reason", "receipt", "who"}, "an attendant's words, a card's numbers, who a player is"


def test_masks_name_real_fields_of_public_records() -> None:
    for kind, masks in FOR_STAFF.items():
        assert kind in PUBLIC
        assert set(masks) <= {field.name for field in msgspec.structs.fields(kind)}
