"""What the screens show and send, as records without a picture: pure functions of a view and a screen's own state."""
