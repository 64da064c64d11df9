"""The bundled declarations: what HIP sources use of SDK, C++ library, PyTorch and CuTe, in our own words.

`core.h` is force-included whole. The files below `lib/` are an index like that of a checkout: the prelude takes from
them only what a file uses and neither it nor its project defines. Order matters: a file may use what earlier ones
declare.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_HERE = Path(__file__).parent
LIBRARIES = (
    "std_traits.h",
    "std_core.h",
    "std_containers.h",
    "hip_device.h",
    "hip_api.h",
    "cuda_api.h",  # made from hip_api.h
    "libraries.h",
    "aten.h",
    "cutlass.h",
    "cute.h",
    "ck_tile.h",
    "dcu.h",
    "testing.h",
)

SHIM_HEADER = _HERE / "core.h"
UNKNOWN_CLASS = "__hl_unknown"
"""The class of core.h that stands for a type not known here."""


@cache
def core_text() -> str:
    """The header that is included before everything."""
    return SHIM_HEADER.read_text(encoding="utf-8")


@cache
def library_texts() -> tuple[tuple[str, str], ...]:
    """(name, text) of each library header; names sort in the order of `LIBRARIES`."""
    return tuple((f"{i:02}/{name}", _text(name)) for i, name in enumerate(LIBRARIES))


def _text(name: str) -> str:
    folder = _HERE / "lib"
    if name != "cuda_api.h":
        return (folder / name).read_text(encoding="utf-8")
    text = (folder / "hip_api.h").read_text(encoding="utf-8")
    return "typedef hipStream_t cudaStream_t;\n" + text.replace("hip", "cuda").replace("HIP_", "CUDA_").replace(
        "cudaStream_t stream", "hipStream_t stream"
    )
