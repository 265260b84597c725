"""Who a browser is, and how a person is recognised in several of them."""
