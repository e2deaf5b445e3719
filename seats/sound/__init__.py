"""What screens sound like: wood, cloth and clay made by arithmetic, and played where there is something to play on."""
