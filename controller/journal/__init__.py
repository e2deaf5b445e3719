"""Append, recover, verify, snapshot."""
