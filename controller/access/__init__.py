"""Who works at the table: roles, PINs, and who may do what (R-SEC-3, SEC-7)."""

from controller.access.pins import PinKeeper

__all__ = ["PinKeeper"]
