"""The rules: one module a rule, installed as `hygon_lint.rules`."""
