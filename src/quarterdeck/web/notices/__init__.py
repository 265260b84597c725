"""Notices outside the page: by e-mail, by web push, and in a chat."""
