"""Bytes to syntax tree to typed nodes: the only package that imports libclang or tree-sitter."""
