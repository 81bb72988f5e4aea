"""Cuts a release: the version in every file that names it, and the changelog.

    python tools/release.py cut 0.2.0       write version and date, close the changelog's "Unreleased" part
    python tools/release.py check v0.2.0    exit with 1 unless the tag, the files and the changelog agree
    python tools/release.py notes v0.2.0    print this version's part of the changelog

``cut`` commits nothing: it prints the commands that do, to be run once the change was looked at. The pushed tag starts
`.github/workflows/release.yml`.
"""

from __future__ import annotations

import datetime as dt
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")
NAMED = {
    "pyproject.toml": r'(?m)^(version = ")([^"]+)(")$',
    "dominolab/__init__.py": r'(?m)^(__version__ = ")([^"]+)(")$',
    "CITATION.cff": r"(?m)^(version: )(\S+)()$",
}
"""Where the version stands: file, and a pattern whose second group it is."""
UNRELEASED = "## [Unreleased]\n"


def versions(root: Path = ROOT) -> dict[str, str]:
    """Return the version that each file names; "" for a file that names none."""
    found = {}
    for name, pattern in NAMED.items():
        match = re.search(pattern, (root / name).read_text(encoding="utf-8"))
        found[name] = match[2] if match else ""
    return found


def notes(version: str, root: Path = ROOT) -> str:
    """Return a version's part of the changelog without its heading; "" if there is none."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    part = re.search(rf"^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", text, re.DOTALL | re.MULTILINE)
    return part[1].strip() if part else ""


def problems(version: str, root: Path = ROOT) -> list[str]:
    """Return what keeps a version from being released."""
    found = [f"{name} names {named or 'no version'}" for name, named in versions(root).items() if named != version]
    return found if notes(version, root) else [*found, f"CHANGELOG.md has no part [{version}]"]


def cut(version: str, today: dt.date, root: Path = ROOT) -> None:
    """Write the version and the date into every file; raises ``ValueError`` if this cannot be a new version."""
    if not VERSION.fullmatch(version):
        message = f"not a version: {version}"
        raise ValueError(message)
    if notes(version, root):
        message = f"{version} is in the changelog already"
        raise ValueError(message)
    if not notes("Unreleased", root):
        message = "nothing to release: the changelog's part [Unreleased] is empty"
        raise ValueError(message)
    for name, pattern in NAMED.items():
        _change(root / name, pattern, rf"\g<1>{version}\g<3>")
    _change(root / "CITATION.cff", r"\ndate-released: .*", "")
    _change(root / "CITATION.cff", r"(?m)^version: .*$", rf"\g<0>\ndate-released: {today}")
    _change(root / "CHANGELOG.md", re.escape(UNRELEASED), f"{UNRELEASED}\n## [{version}] - {today}\n")


def _change(path: Path, pattern: str, text: str) -> None:
    """Replace the first place that fits a pattern in a file."""
    path.write_text(re.sub(pattern, text, path.read_text(encoding="utf-8"), count=1), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Do what was asked; return the exit status."""
    if len(arguments) != 2 or arguments[0] not in {"cut", "check", "notes"}:
        print(__doc__)
        return 2
    what, version = arguments[0], arguments[1].removeprefix("v")
    if what == "cut":
        cut(version, dt.datetime.now(tz=dt.UTC).date())
        print(f"git commit -am 'Release {version}' && git tag v{version} && git push --atomic origin main v{version}")
        return 0
    if what == "notes":
        print(notes(version))
        return 0 if notes(version) else 1
    found = problems(version)
    print("\n".join(found) or f"{version} can be released")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
