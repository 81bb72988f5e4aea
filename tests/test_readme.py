"""The README says what is true: its code runs, and its commands are the ones CI runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_code_in_the_readme_gives_what_it_says():
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", README, flags=re.DOTALL | re.MULTILINE))
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert len(test.examples) >= 3
    said: list[str] = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=said.append)
    assert not said, "".join(said)


def test_the_two_commands_are_there_word_for_word():
    assert (
        "python3 -m venv .venv && .venv/bin/python -m pip install -e . && .venv/bin/python -m dominolab lab\n" in README
    )
    assert (
        'python3 -m venv .venv && .venv/bin/python -m pip install -e ".[test]" && .venv/bin/python -m pytest\n'
        in README
    )


def test_links_to_files_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("notebooks/*.md")]:
        for target in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), f"{page.name}: {target}"
