"""The tables for other programs: JSON over HTTP, streams of what happens, OpenAPI. Mounted at /api/v1."""
