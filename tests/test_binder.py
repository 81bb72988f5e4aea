"""Binder's files agree with the package's own."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import dominolab as dl
from dominolab.commands import selfcheck
from dominolab.play import compiled

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins() -> dict[str, Requirement]:
    """Return the pinned requirements by name."""
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [Requirement(line) for line in lines if line and not line.startswith(("#", "-e"))]
    return {requirement.name: requirement for requirement in wanted}


def test_each_pin_is_one_version_that_the_package_allows():
    """JUP-31: what must fit together in the page is pinned together."""
    allowed = {wanted.name: wanted.specifier for wanted in map(Requirement, PROJECT["dependencies"])}
    assert set(pins()) == {"jupyterlab", "ipywidgets", "anywidget", "plotly"}
    for name, pin in pins().items():
        (only,) = pin.specifier
        assert only.operator == "=="
        assert only.version in allowed[name]


def test_the_python_of_the_image_is_one_the_package_allows():
    version = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
    assert version in SpecifierSet(PROJECT["requires-python"])


def test_jup_31_the_image_is_not_made_unless_everything_pinned_can_be_imported():
    script = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in script
    assert "python -m dominolab selfcheck" in script
    assert set(pins()) <= set(selfcheck.NEEDED)


def test_the_scripts_can_be_executed_and_agree_on_the_processor():
    for name in ["postBuild", "start"]:
        script = ROOT / "binder" / name
        assert os.access(script, os.X_OK)
        assert "export NUMBA_CPU_NAME=generic" in script.read_text(encoding="utf-8")


def test_what_is_compiled_for_the_learners_is_what_the_package_offers():
    script = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    warming = re.search(r"<<'PYTHON'\n(.*?)\nPYTHON\n", script, flags=re.DOTALL)
    assert warming
    names = set(re.findall(r"\bdl\.(\w+)", warming[1]))
    assert {"simulate", "solve", "advise"} <= names <= {*dl.__all__, *dl._LATER}


def test_compilations_are_kept_outside_the_source():
    assert compiled.FOLDER
    assert (ROOT / "dominolab") not in Path(compiled.FOLDER).resolve().parents
