"""One module a command of the command line; each holds a click command called `command`."""

from typing import Any

SETTINGS: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 120}
"""Said on each command: click works out a command's help option once, whoever asks first."""
