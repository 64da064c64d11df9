"""Build files and facts that span files."""
