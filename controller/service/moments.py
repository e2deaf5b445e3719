"""Instants as people read them."""

from datetime import UTC, datetime, tzinfo

from controller.language import Language


def moment(language: Language, wall_ms: int, zone: tzinfo | None) -> str:
    """Write an instant of the wall clock, to the minute, in `zone`; None for the machine's own."""
    return language.date_time(datetime.fromtimestamp(wall_ms // 1000, UTC).astimezone(zone))
