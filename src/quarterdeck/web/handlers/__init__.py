"""What is done at each address, by what it is about; each file gives its routes."""
