"""One module for each revision, the newest named by `schema.HEAD`."""
