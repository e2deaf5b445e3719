"""Entropy, deck and commitments."""
