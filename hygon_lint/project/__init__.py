"""Build files and cross-file facts: which arches a checkout names where, and what it says of them."""

from hygon_lint.project.checkout import Project

__all__ = ["Project"]
