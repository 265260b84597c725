"""Every kind of page in every state. The accessibility tests and `make pictures` both use this list."""
