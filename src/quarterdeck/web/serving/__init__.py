"""The server as a process: it opens the port, keeps hostile connections at bay, writes the log, and stops."""
