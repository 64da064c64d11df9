"""One module a command of the command line; each holds a click command called `command`."""
