"""Declarations for `__builtin_amdgcn_*` and `__builtin_hcu_*` that the clang in use does not know.

What a builtin takes and gives back is read off its name (`..._f32_16x16x16_f16`, `raw_buffer_load_b128`): first pattern
that fits. Arguments are taken as they come. A name that says nothing gets no declaration; the repair rounds stub it.
"""

from __future__ import annotations

import re

BUILTIN = re.compile(r"__builtin_(?:amdgcn|hcu)_\w+")

_ANY = "template <class... A> {result} {name}(A &&...);"
_SAME_AS_FIRST = "template <class T, class... A> T {name}(T, A &&...);"
_SAME_AS_SECOND = "template <class P, class T, class... A> T {name}(P, T, A &&...);"
_SAME_AS_THIRD = "template <class X, class Y, class T, class... A> T {name}(X, Y, T, A &&...);"

_PATTERNS = (
    (r"(mmac|mfma|smfmac)_", _SAME_AS_THIRD),
    (r"wmma_|swmmac_", "matrix"),
    (r"matrix_load|_store|_lds$|^(s_|sched_|wave_barrier|iglp|fence|global_wb|buffer_wb|asyncmark|endpgm)", "void"),
    (r"^(wait_|ds_write|ds_gws|tensor_|flat_prefetch|global_prefetch)|barrier|waitcnt|setprio|sleep|nop$", "void"),
    (r"^ds_read_matrix", "fragment"),
    (r"atomic", _SAME_AS_SECOND),
    (r"buffer_load|global_load|ds_load|flat_load|ds_read", "load"),
    (r"permlane(16|32)_swap", "__hl_vector<unsigned, 2>"),
    (r"permlanex?(16|64|_|$)", "int"),
    (r"cvt_", "conversion"),
    (r"^(pk_|v_pk_)", _SAME_AS_FIRST),
    (r"make_buffer_rsrc", "__hl_vector<unsigned, 4>"),
    (r"(ballot|read_exec|icmp|fcmp|uicmp)", "unsigned long"),
    (r"(_id(_[xyz])?|_size_[xyz]|wavefrontsize|mbcnt_(lo|hi)|get_\w+|_flat_id)$", "unsigned"),
    (r"(dpp\w*|permute\w*|swizzle|readlane|readfirstlane|writelane|perm|alignbyte|alignbit|bfe|bfi)$", "int"),
    (r"_(f32|f16|f64|bf16|i32|u32|i64|u64)$", "suffix"),
    (r"(exp2|log|log2|rcp|rsq|sqrt|sin|cos|fract|ldexp|fmed3|fmed|frexp_mant|trig_preop|rsq_clamp)f$", "float"),
    (r"(dot2|dot4|dot8)", "int"),
)  # fmt: skip

_SCALARS = {
    "f64": "double", "f32": "float", "f16": "_Float16", "bf16": "__bf16", "i64": "long", "u64": "unsigned long",
    "i32": "int", "u32": "unsigned", "i16": "short", "u16": "unsigned short",
    "i8": "signed char", "u8": "unsigned char",
}  # fmt: skip


def declaration(name: str) -> str | None:
    """A declaration of a builtin, for a clang that does not know it; None when its name says nothing."""
    bare = re.sub(r"^__builtin_(?:amdgcn|hcu)_", "", name)
    for pattern, result in _PATTERNS:
        if re.search(pattern, bare):
            text = _declared(name, bare, result)
            return f"#if !__has_builtin({name})\n{text}\n#endif" if text else None
    return None


def _declared(name: str, bare: str, result: str) -> str | None:
    if result.startswith("template"):
        return result.format(name=name)
    shape = _SHAPES.get(result)
    found = shape(bare) if shape is not None else result
    return _ANY.format(name=name, result=found) if found else None


def _vector(element: str, count: int) -> str:
    return element if count <= 1 else f"__hl_vector<{element}, {count}>"


def _matrix(bare: str) -> str | None:
    match = re.search(r"_(f64|f32|f16|bf16|i32)_(\d+)x(\d+)x\d+", bare)
    if match is None:
        return None
    lanes = 64 if "w64" in bare else 32
    return _vector(_SCALARS[match.group(1)], int(match.group(2)) * int(match.group(3)) // lanes)


def _fragment(bare: str) -> str:
    if bare.endswith(("_bf16", "_f16")):
        return _vector("__bf16" if bare.endswith("_bf16") else "_Float16", 8)
    return _vector("int", 4)


def _load(bare: str) -> str | None:
    match = re.search(r"_(?:b|u|i)(8|16|32|64|96|128)(?:_|$)", bare)
    if match is not None:
        bits = int(match.group(1))
        return {8: "unsigned char", 16: "unsigned short"}.get(bits) or _vector("unsigned", bits // 32)
    match = re.search(r"dword(?:x(\d))?", bare)
    if match is not None:
        return _vector("int", int(match.group(1) or 1))
    match = re.search(r"_(f32|f16|i32|v\d+f32)$", bare)
    return _SCALARS.get(match.group(1)) if match is not None else None


def _conversion(bare: str) -> str | None:
    match = re.search(
        r"cvt_(?:scalef?(?:32)?_)?(?:sr_)?(?:pk(\d*)_)?(?:sr_)?(f32|f16|bf16|fp8|bf8|fp4|fp6|bf6)(?:_|$)", bare
    )
    if match is None:
        return None
    packed = "pk" in bare
    count = int(match.group(1) or 2) if packed else 1
    target = match.group(2)
    if target in ("f32", "f16", "bf16"):
        return _vector(_SCALARS[target], count)
    return _vector("unsigned", count // 4) if count > 4 else "int"


_CONVERSION = re.compile(
    r"cvt_(?:scalef?(?:32)?_)?(?:sr_)?(?:pk(\d*)_)?(?:sr_)?(f32|f16|bf16|fp8|bf8|fp4|fp6|bf6)(?:_|$)"
)


def _suffix(bare: str) -> str | None:
    return _SCALARS.get(bare.rsplit("_", 1)[-1])


_SHAPES = {
    "matrix": _matrix,
    "fragment": _fragment,
    "load": _load,
    "conversion": _conversion,
    "suffix": _suffix,
}
