"""hygon-lint: static analysis for HIP/C++ GPU kernels on Hygon DCUs."""

__version__ = "0.1.0"
