"""Every kind of page that the server shows, in every state: the one list of them, which the tests of
accessibility go through and `make pictures` takes pictures of.
"""
