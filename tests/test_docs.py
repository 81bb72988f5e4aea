"""The pages in docs/ say what is true: every public name, preset and command is there, and their examples run."""

from __future__ import annotations

import argparse
import ast
import doctest
import inspect
import re
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from packaging.requirements import Requirement

import dominolab as dl
from dominolab.cli import commands, load

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))}
NAMES = sorted({*dl.__all__, *dl._LATER})
LARGEST_PICTURE = 150_000  # bytes


def blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def docstring(name: str) -> str:
    """Return the docstring of a public name; of one that is plain data, that of the module it comes from."""
    thing = getattr(dl, name)
    if inspect.isclass(thing) or inspect.isfunction(thing):
        return thing.__doc__ or ""
    home = dl._LATER.get(name) or next(
        module for module in sys.modules if module.startswith("dominolab.") and name in vars(sys.modules[module])
    )
    text = inspect.getdoc(sys.modules[home]) or ""
    return text if f"dl.{name}" in text else ""


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_says_what_it_is_with_an_example(name):
    text = docstring(name)
    assert text.strip()
    assert doctest.DocTestParser().get_examples(text), f"dl.{name} has no example"


def test_every_public_name_is_on_one_page():
    listed = [name for page in PAGES.values() for name in re.findall(r"^::: dominolab\.(\w+)$", page, re.MULTILINE)]
    assert sorted(listed) == NAMES


def test_a_type_checker_sees_every_name_that_loads_later():
    tree = ast.parse((ROOT / "dominolab" / "__init__.py").read_text(encoding="utf-8"))
    seen = {
        alias.name: node.module
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == dl._LATER


@pytest.mark.parametrize("page", PAGES)
def test_the_code_on_a_page_gives_what_it_says(page):
    code = "\n".join(blocks(PAGES[page], "python"))
    test = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)


def test_the_records_on_the_page_about_the_notation_are_read_without_a_problem():
    records = [record for text in blocks(PAGES["notation.md"], "domino") for record in dl.parse(text)]
    assert len(records) >= 2
    for record in records:
        assert record.problems == ()
        assert record.rounds[0].actions


def test_every_preset_is_in_the_table():
    """WISH-02: each preset is listed."""
    for preset in dl.PRESETS.values():
        players = ", ".join(map(str, preset.players))
        row = f"| `{preset.name}` | {players} | {preset.source} | {preset.summary} |"
        assert row in PAGES["rules.md"].splitlines()


@pytest.mark.parametrize("command", commands())
def test_every_command_is_described_with_all_its_options(command):
    parser = argparse.ArgumentParser()
    load(command).add_arguments(parser)
    section = re.search(rf"^## {command}$(.*?)(?=^## |\Z)", PAGES["commands.md"], re.DOTALL | re.MULTILINE)
    assert section, f"docs/commands.md has no heading {command}"
    for word in sorted(words_of(parser) - {"-h", "--help"}):
        assert word in section[1]


def words_of(parser: argparse.ArgumentParser) -> set[str]:
    """Return the options of a command and the names of its parts, with their options."""
    words: set[str] = set()
    for action in parser._actions:
        words |= set(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            words |= set(action.choices)
            for part in action.choices.values():
                words |= words_of(part)
    return words


def test_pictures_are_small_and_each_is_shown_somewhere():
    texts = [*PAGES.values(), (ROOT / "README.md").read_text(encoding="utf-8")]
    pictures = sorted((DOCS / "pictures").iterdir())
    assert pictures
    for path in pictures:
        assert path.stat().st_size < LARGEST_PICTURE
        assert any(f"pictures/{path.name}" in text for text in texts), path.name


def test_pictures_hold_no_script():
    for path in (DOCS / "pictures").glob("*.svg"):
        tags = {element.tag.rpartition("}")[2] for element in ET.parse(path).iter()}  # noqa: S314 - our own
        assert not tags & {"script", "foreignObject", "image"}


def test_jup_30_the_pages_show_still_pictures_only_and_run_nothing():
    for name, text in PAGES.items():
        plain = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.DOTALL | re.MULTILINE)
        assert re.findall(r"<(?:script|iframe|object|embed|img|svg|link|style)\b", plain) == [], name
        assert {Path(path).suffix for path in re.findall(r"!\[[^\]]*\]\(([^)\s]+)", plain)} <= {".svg", ".png"}, name
    assert {path.suffix for path in DOCS.rglob("*") if path.is_file() and "__pycache__" not in path.parts} == {
        ".md", ".py", ".svg", ".png",
    }  # fmt: skip
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    plugins = re.search(r"^plugins:\n((?:  .*\n)+)", settings, re.MULTILINE)
    assert plugins
    assert re.findall(r"^  - (\w+)", plugins[1], re.MULTILINE) == ["search", "mkdocstrings"], (
        "nothing that runs notebooks"
    )
    assert "extra_javascript" not in settings


def test_every_dependency_is_argued_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(line for extra in project["optional-dependencies"].values() for line in extra),
    ]
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("\n## Dependencies")[2]
    named = {word for row in re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE) for word in re.findall(r"[\w-]+", row)}
    assert {Requirement(line).name for line in wanted} <= named


def test_every_library_the_package_imports_is_a_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [line for name in ("parquet", "cluster", "tournament") for line in project["optional-dependencies"][name]]
    declared = {Requirement(line).name.replace("-", "_") for line in [*project["dependencies"], *extras]}
    brought = {"traitlets": "anywidget", "markupsafe": "jinja2"}  # parts of another one's own interface
    found = set()
    for path in (ROOT / "dominolab").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    foreign = {brought.get(name, name) for name in found - set(sys.stdlib_module_names) - {"dominolab"}}
    assert foreign <= declared
