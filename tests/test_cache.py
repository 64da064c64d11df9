"""The cache: never wrong, bounded, safe with parallel runs, and no reason to fail."""

from __future__ import annotations

import multiprocessing
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cases import registry
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import hygon_lint

from hygon_lint import engine
from hygon_lint.cache import Cache, default_folder
from hygon_lint.outcome import Report


def test_bytes_by_key(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.put({b"a": b"1", b"b": b"2"})
    assert cache.get([b"a", b"b", b"c"]) == {b"a": b"1", b"b": b"2"}
    cache.close()
    again = Cache(tmp_path)
    many = {f"{number}".encode(): b"x" for number in range(1203)}
    again.put(many)
    assert again.get(many) == many
    assert again.count() == 1205
    assert again.clear() == 1205
    assert again.get(many) == {}


def test_what_was_not_used_goes_first_when_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000_000_000.0
    monkeypatch.setattr("hygon_lint.cache.time.time", lambda: now)
    cache = Cache(tmp_path, limit=400_000)
    cache.put({f"old{number}".encode(): b"x" * 10_000 for number in range(20)})
    now += 90_000
    assert cache.get([b"old0"])
    cache.put({f"new{number}".encode(): b"x" * 10_000 for number in range(30)})
    assert cache.get([b"old0", b"new29"]).keys() == {b"old0", b"new29"}
    assert cache.count() < 50
    for round_number in range(10):
        cache.put({f"{round_number}.{number}".encode(): b"x" * 10_000 for number in range(10)})
    assert cache.size() < 800_000


def test_a_corrupt_file_is_begun_anew(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.file is not None
    cache.put({b"a": b"1"})
    cache.close()
    cache.file.write_bytes(b"this is no database" * 100)
    again = Cache(tmp_path)
    assert again.get([b"a"]) == {}
    again.put({b"a": b"2"})
    assert again.get([b"a"]) == {b"a": b"2"}


def test_a_folder_that_cannot_be_used_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/1/nope"), None):
        cache = Cache(folder)
        cache.put({b"a": b"1"})
        assert cache.get([b"a"]) == {}
        assert (cache.count(), cache.clear()) == (0, 0)


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "hygon-lint"
    monkeypatch.setenv("HYGON_LINT_CACHE_DIR", str(tmp_path / "x"))
    assert default_folder() == tmp_path / "x"


def _write(folder: str, start: int) -> None:
    cache = Cache(Path(folder))
    for number in range(start, start + 40):
        cache.put({f"{number}".encode(): b"x" * 2000})
        cache.get([f"{number - 1}".encode()])


def test_several_processes_at_once(tmp_path: Path) -> None:
    Cache(tmp_path).close()
    fork = multiprocessing.get_context("fork")
    workers = [fork.Process(target=_write, args=(str(tmp_path), start)) for start in (0, 1000, 2000, 3000)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    assert Cache(tmp_path).count() == 160


# ---------------------------------------------------------------- never wrong

FILES = {
    "include/types.h": "#pragma once\ntypedef unsigned vec4 __attribute__((ext_vector_type(4)));\n"
    "using index_t = int;\n",
    "include/more.h": '#pragma once\n#include "types.h"\nstruct Params { index_t stride; int rows; };\n',
    "include/macros.h": "#pragma once\n#define LIMIT(x) (0xffffffffffffull & (x))\n#define USE_938 1\n"
    "#define RUN(n) run(n)\n",
    "src/a.hip": '#include "more.h"\n__global__ void a(float* p, Params k) {\n  p[blockIdx.x * k.stride] = 0;\n}\n',
    "src/b.hip": '#include "types.h"\n__device__ void b(vec4 root, int tile, long stride) {\n  vec4 srd = root;\n'
    "  srd[0] = root[0] + tile * 16 * stride;\n  __builtin_hcu_matrix_load_128X16_b8(0, srd, 0, 0);\n}\n",
    "src/c.h": "inline void c(index_t n) { long m = (long)(n * n); (void)m; }\n// static_assert(sizeof(int) == 4);\n",
    "src/d.cpp": '#include "c.h"\n#include "macros.h"\n#if USE_938\n'
    "long d(int a, int b) { return (long)(a * b); }\n#endif\n",
    "src/e.cpp": '#include "macros.h"\nlong e(int& a) { return RUN(a); }\n',  # whether it works, a macro decides
}
EDITS = (
    ("include/types.h", "using index_t = int;", "using index_t = long;"),
    ("include/types.h", "ext_vector_type(4)", "ext_vector_type(2)"),
    ("include/more.h", "index_t stride", "long stride"),
    ("include/macros.h", "#define USE_938 1", "#define USE_938 0"),
    ("include/macros.h", "#define RUN(n) run(n)", "#define RUN(n) ((long)(n * n))"),
    ("include/macros.h", "0xffffffffffffull", "0xffull"),
    ("src/a.hip", "k.stride", "(long)k.stride"),
    ("src/b.hip", "root[0] + tile", "root[0]; tile + tile"),
    ("src/c.h", "// static_assert", "static_assert"),
    ("src/d.cpp", "(a * b)", "a * b"),
    ("src/d.cpp", '#include "c.h"\n', ""),
)


def _scan(folder: Path, cache: Cache | None) -> dict[str, Any]:
    report: Report = engine.run(
        engine.Settings(paths=(str(folder),), cwd=str(folder), root=str(folder)), registry(), cache=cache
    )
    assert not report.errors, report.errors
    return dict(msgspec.to_builtins(msgspec.structs.replace(report, rules=(), timing=engine.Timing())))


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_warm_equals_cold_after_any_change(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    choice = random.Random(seed)
    folder = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    cache = Cache(tmp_path_factory.mktemp("cache"))
    assert _scan(folder, cache) == _scan(folder, cache)
    for _ in range(3):
        name, old, new = choice.choice(EDITS)
        kind = choice.randrange(5)
        path = folder / name
        text = path.read_text(encoding="utf-8") if path.exists() else FILES[name]
        if kind == 0 and path.exists():
            path.unlink()
        elif kind == 1:
            path.write_text("// a remark\n\n" + text, encoding="utf-8")
        else:
            path.write_text(text.replace(old, new) if old in text else text.replace(new, old), encoding="utf-8")
        assert _scan(folder, cache) == _scan(folder, None), (name, kind)


def test_only_what_changed_is_analysed_again(tmp_path: Path) -> None:
    from hygon_lint import incremental
    from hygon_lint.job import in_process

    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    seen: list[str] = []

    def mapper(function: Any, jobs: Any, context: Any) -> Any:
        if function is incremental.packed:
            seen.extend(job.name for job in jobs)
        return in_process(function, jobs, context)

    cache = Cache(tmp_path / ".cache")

    def analysed() -> set[str]:
        seen.clear()
        wanted = engine.Settings(paths=(str(tmp_path),), cwd=str(tmp_path), root=str(tmp_path))
        engine.run(wanted, registry(), mapper, cache=cache)
        return set(seen)

    assert analysed() == set(FILES)
    assert analysed() == set()
    body = FILES["src/c.h"].replace("(void)m;", "(void)n;")
    (tmp_path / "src/c.h").write_text(body, encoding="utf-8")
    assert analysed() == {"src/c.h"}, "the inside of a function is nobody else's business"
    (tmp_path / "include/more.h").write_text(FILES["include/more.h"].replace("rows;", "rows, cols;"), encoding="utf-8")
    assert analysed() == {"include/more.h", "src/a.hip", "include/types.h"}, "it, its user, and what it includes"


def test_commands_and_switches(tmp_path: Path) -> None:
    (tmp_path / "a.hip").write_text("int x;\n", encoding="utf-8")
    folder = tmp_path / ".cache" / "hygon-lint"
    assert hygon_lint("scan", "--no-cache", cwd=tmp_path).code == 0
    assert not folder.exists()
    assert hygon_lint("scan", cwd=tmp_path).code == 0
    assert "entries 4" in hygon_lint("cache", "info", cwd=tmp_path).out
    assert "dropped 4 entries" in hygon_lint("cache", "clear", cwd=tmp_path).out
    assert hygon_lint("scan", "--cache-dir", "mine", cwd=tmp_path).code == 0
    assert (tmp_path / "mine" / "cache-v1.sqlite").is_file()
    assert hygon_lint("scan", cwd=tmp_path, env={"HYGON_LINT_CACHE_DIR": str(tmp_path / "a.hip")}).code == 0
    assert hygon_lint("scan", cwd=tmp_path, env={"HOME": "", "XDG_CACHE_HOME": ""}).code == 0
