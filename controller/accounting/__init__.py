"""From events to ledger transfers."""
