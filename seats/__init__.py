"""Everything people see: screens, the widget kit, cards, chips, fonts."""
