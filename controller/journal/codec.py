"""Events to stored rows and back: JSON with named fields, sealed where the audience is one seat or nobody.

In all others the numbers of tickets are sealed (`ticket_seal`).
"""

from collections.abc import Sequence
from typing import Final, cast

import msgspec

from controller.journal.rows import RawEvent
from controller.journal.seal import Seal, Seals
from controller.journal.ticket_seal import open_numbers, seal_numbers
from controller.vocab.records import AnyEvent

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final[msgspec.json.Decoder[AnyEvent]] = msgspec.json.Decoder(cast("type[AnyEvent]", AnyEvent))


class EventCodec:
    """Writes and reads event rows. Without seals only the open ones can be read, with names for ticket numbers."""

    def __init__(self, seals: Seals | None) -> None:
        self._seals = seals

    def encode(self, record: int, first_seq: int, events: Sequence[AnyEvent]) -> tuple[RawEvent, ...]:
        """The rows of `events`, numbered from `first_seq`, for record `record`."""
        return tuple(self._encode(record, first_seq + index, event) for index, event in enumerate(events))

    def decode(self, record: int, row: RawEvent) -> AnyEvent | None:
        """The event in `row` of `record`, or None when it is sealed and there is no key.

        Raises NotOpeningError for a seal that does not open, msgspec.DecodeError for a body that is no event.
        """
        body = row.body
        if row.audience in ("seat", "sealed"):
            seal = self._seal(row.audience)
            if seal is None:
                return None
            body = seal.open((record, row.seq, row.kind), body)
        event = _DECODER.decode(body)
        return event if self._seals is None else open_numbers(event, self._seals.ticket)

    def _encode(self, record: int, seq: int, event: AnyEvent) -> RawEvent:
        kind, audience = type(event).__name__, event.audience
        body = _ENCODER.encode(event if self._seals is None else seal_numbers(event, self._seals.ticket))
        seal = self._seal(audience)
        if seal is not None:
            body = seal.close((record, seq, kind), body)
        return RawEvent(seq=seq, kind=kind, audience=audience, body=body)

    def _seal(self, audience: str) -> Seal | None:
        if self._seals is None:
            return None
        return {"seat": self._seals.seat, "sealed": self._seals.sealed}.get(audience)
