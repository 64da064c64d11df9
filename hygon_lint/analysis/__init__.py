"""What rules share: integer widths, value ranges, symbolic values, descriptors, guards."""
