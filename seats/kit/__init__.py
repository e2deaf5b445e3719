"""The widget kit: stage, pointers and the things people touch. It knows nothing of any game."""
