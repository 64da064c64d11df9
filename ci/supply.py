"""The supply chain: what is installed, what is known against it, and whether a wheel can be built again.

python ci/supply.py lock            write requirements/*.txt anew (pinned, with hashes)
python ci/supply.py audit           advisories against all that is locked; a dependency that was skipped is a failure
python ci/supply.py sbom FILE       a CycloneDX list of what the program needs at run time
python ci/supply.py wheels FOLDER   build the wheel (by way of the sdist) twice and compare, byte for byte

`pip install -e '.[supply]'` brings the tools. Exit codes: 0 all is well, 1 something was found, 3 it could not be told.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent
LOCKS = REPOSITORY / "requirements"
BUILT_AT = "1735689600"  # SOURCE_DATE_EPOCH: any fixed moment after 1980, which zip files need


def _run(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], cwd=REPOSITORY, text=True, check=False, **options)


def lock() -> int:
    """Pin everything. No name of an index ends up in the files."""
    quiet = ("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--strip-extras")
    for target, source, extras in (("dev", "pyproject.toml", ("--extra=dev",)), ("build", "requirements/build.in", ())):
        words = ("--quiet", "--generate-hashes", "--allow-unsafe", *quiet, *extras)
        done = _run(
            sys.executable, "-m", "piptools", "compile", *words, f"--output-file=requirements/{target}.txt", source
        )
        if done.returncode:
            return 3
    return 0


def audit() -> int:
    """Look up advisories on every pinned dependency."""
    worst = 0
    for locked in sorted(LOCKS.glob("*.txt")):
        words = ("-m", "pip_audit", "-r", locked, "--require-hashes", "--disable-pip", "--format", "json")
        done = _run(sys.executable, *words, "--progress-spinner", "off", capture_output=True)
        worst = max(worst, judged(locked.name, done.stdout, done.stderr))
    return worst


def judged(name: str, text: str, said: str = "") -> int:
    """What pip-audit's report (JSON) on one lock comes to: 3 where it looked nothing up, 1 for findings and gaps.

    `said` is what it wrote on stderr: why there is no report, in its last line.
    """
    try:
        dependencies = json.loads(text)["dependencies"]
    except (ValueError, KeyError):
        why = (said.strip() or "it said nothing").splitlines()[-1]
        print(f"{name}: NOT audited: pip-audit made no report: {why}", file=sys.stderr)
        return 3
    skipped = [one["name"] for one in dependencies if "skip_reason" in one]
    if len(skipped) == len(dependencies):
        why = next((one["skip_reason"] for one in dependencies), "no dependency was looked at")
        print(f"{name}: NOT audited: the source of advisories knows none of {len(skipped)}: {why}", file=sys.stderr)
        return 3
    hurt = [one for one in dependencies if one.get("vulns")]
    for one in hurt:
        print(f"{name}: {one['name']} {one['version']}: {', '.join(v['id'] for v in one['vulns'])}", file=sys.stderr)
    for one in skipped:
        print(f"{name}: {one}: skipped, nothing is known of it", file=sys.stderr)
    print(f"{name}: {len(dependencies) - len(skipped)} of {len(dependencies)} looked up, {len(hurt)} with advisories")
    return 1 if hurt or skipped else 0


def sbom(out: Path) -> int:
    """The components of a fresh environment that holds the program and what it needs."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")
        if _run(python, "-m", "pip", "install", "--quiet", "--constraint", _constraints(folder), ".").returncode:
            return 3
        _run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "setuptools", "pip")
        words = ("environment", python, "--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON")
        return 3 if _run(sys.executable, "-m", "cyclonedx_py", *words, "-o", out.resolve()).returncode else 0


def _constraints(folder: str) -> Path:
    """The locked versions without their hashes."""
    path = Path(folder, "constraints.txt")
    lines = (LOCKS / "dev.txt").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(line.split(" ")[0] for line in lines if line[:1].isalnum()), encoding="utf-8")
    return path


def wheels(folder: Path) -> int:
    """Build into `folder`, build again elsewhere, compare."""
    with tempfile.TemporaryDirectory() as other:
        for target in (folder, Path(other)):
            surroundings = {**os.environ, "SOURCE_DATE_EPOCH": BUILT_AT}
            words = ("-m", "build", "--no-isolation", "--outdir", target.resolve(), ".")
            done = _run(sys.executable, *words, env=surroundings, capture_output=True)
            if done.returncode:
                print(done.stdout[-4000:] + done.stderr[-4000:], file=sys.stderr)
                return 3
        return compared(folder, Path(other))


def compared(one: Path, other: Path) -> int:
    """Whether two folders hold the same wheels: 0 or 1."""
    names = sorted({path.name for folder in (one, other) for path in folder.glob("*.whl")})
    code = 0 if names else 1
    for name in names:
        pair = [(folder / name).read_bytes() if (folder / name).is_file() else None for folder in (one, other)]
        same = pair[0] == pair[1]
        print(f"{name}: {'the same twice' if same else 'NOT the same twice'}")
        code = code if same else 1
    return code


def main() -> int:
    """One of the commands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("lock")
    commands.add_parser("audit")
    commands.add_parser("sbom").add_argument("out", type=Path)
    commands.add_parser("wheels").add_argument("folder", type=Path)
    chosen = parser.parse_args()
    if chosen.command == "sbom":
        return sbom(chosen.out)
    if chosen.command == "wheels":
        return wheels(chosen.folder)
    return lock() if chosen.command == "lock" else audit()


if __name__ == "__main__":
    sys.exit(main())
