"""The journal: every committed event of the machine, its transfers and balances, chained, sealed and durable.

`store` is the one place that speaks to SQLite, `journal` appends and recovers, `verify` tells whether a file is whole.
"""
