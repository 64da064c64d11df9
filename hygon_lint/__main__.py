"""`python -m hygon_lint`: the same program as the console script."""

from hygon_lint.cli import main

if __name__ == "__main__":
    main()
