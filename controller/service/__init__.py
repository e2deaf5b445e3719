"""What staff and players look back at: past hands, tickets and notes, and the event log.

Everything here is a fold over the journal's records, so nothing is kept twice and nothing can be edited: the chain over
the records guards the log and the recall with them.
"""
