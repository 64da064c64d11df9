"""Reports: one module a format."""
