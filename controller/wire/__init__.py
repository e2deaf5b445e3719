"""What crosses the socket between the controller and its screens: messages, redaction, the view, the channel."""
