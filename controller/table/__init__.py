"""Between the hands: seats, button, blinds, buy-in, decision clock."""
