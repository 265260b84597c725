"""The browser table: routes, templates and static files."""
