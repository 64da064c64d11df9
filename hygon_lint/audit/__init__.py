"""The catalogue of audit items (data) and the audit report."""
