"""Checks the files that only GitHub reads, since no runner is at hand: their form, and what could be misused.

    python tools/workflows.py

The form is checked against the published schemas (check-jsonschema, which brings them along), the workflows against
known traps (zizmor, offline). Needs the ``ci`` extra.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FORMS = {
    "vendor.github-workflows": ".github/workflows/*.yml",
    "custom.github-workflows-require-timeout": ".github/workflows/*.yml",
    "vendor.dependabot": ".github/dependabot.yml",
    "vendor.github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "vendor.github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "vendor.citation-file-format": "CITATION.cff",
}


def commands() -> list[list[str]]:
    """Return the commands that check all files."""
    scripts = Path(sysconfig.get_path("scripts"))
    checks = []
    for schema, pattern in FORMS.items():
        paths = [str(path.relative_to(ROOT)) for path in sorted(ROOT.glob(pattern))]
        checks.append([str(scripts / "check-jsonschema"), "--quiet", "--builtin-schema", schema, *paths])
    audit = ["--offline", "--quiet", "--no-progress", "--persona", "pedantic", ".github"]
    return [*checks, [str(scripts / "zizmor"), *audit]]


def main() -> int:
    """Run every check; return 1 if one of them found something."""
    codes = [subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands()]  # noqa: S603 - ours
    print("GitHub's files are right" if not any(codes) else "see above")
    return 1 if any(codes) else 0


if __name__ == "__main__":
    sys.exit(main())
