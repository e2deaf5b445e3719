"""gettext catalogues, numbers, dates and hand names."""
