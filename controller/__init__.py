"""The table's controller: one journaled state machine and the host that feeds it.

The layers and who may import whom are described in docs/ARCHITECTURE.md and checked by import-linter.
"""
