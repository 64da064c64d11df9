"""`python -m hygon_lint`: the same program as the console script."""

import sys

if __name__ == "__main__":
    # -m puts the working directory first, and the checkout that is scanned must not provide our modules.
    del sys.path[0]
    from hygon_lint.cli import main

    main()
