"""Rules of ACME for hygon-lint."""
