"""`dominolab lab` starts a real server on the first notebook."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from dominolab.commands import lab
from dominolab.errors import DominoError
from tests.browser.lab import free_port, wait_for_server


@pytest.fixture
def ours(tmp_path, monkeypatch):
    """Pretend to be installed from a wheel whose notebooks are these."""
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / lab.FIRST).write_text("{}")
    monkeypatch.setattr(lab, "shipped", lambda: folder)
    monkeypatch.setattr(lab, "from_checkout", lambda: None)
    return folder


def test_an_installed_package_copies_its_notebooks_to_the_default_folder(ours, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert lab.prepare(None) == tmp_path / "dominolab-notebooks"
    assert (tmp_path / "dominolab-notebooks" / lab.FIRST).read_text() == "{}"
    assert "dominolab-notebooks" in capsys.readouterr().out


def test_a_missing_first_notebook_is_said_in_words(ours, tmp_path):
    (ours / lab.FIRST).unlink()
    with pytest.raises(DominoError, match=lab.FIRST):
        lab.prepare(tmp_path / "here")


def test_a_folder_that_cannot_be_made_is_said_in_words(ours, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DominoError, match="cannot be copied"):
        lab.prepare(tmp_path / "file" / "folder")


def test_the_users_own_settings_stay_on_the_path(monkeypatch):
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/theirs")
    theirs, ours = lab.environment()["JUPYTER_CONFIG_PATH"].split(os.pathsep)
    assert theirs == "/theirs"
    defaults = json.loads((Path(ours) / "labconfig" / "default_setting_overrides.json").read_text())
    assert defaults["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


def test_the_command_serves_the_first_notebook_and_passes_arguments_on(tmp_path):
    port, log = free_port(), tmp_path / "log"
    url = f"http://127.0.0.1:{port}"
    words = ["lab", "--no-browser", "--port", str(port), "--folder", str(tmp_path / "copy")]
    passed_on = ["--ServerApp.ip=127.0.0.1", "--IdentityProvider.token=word"]
    names = [
        "JUPYTER_CONFIG_DIR",
        "JUPYTER_DATA_DIR",
        "JUPYTER_RUNTIME_DIR",
        "JUPYTERLAB_WORKSPACES_DIR",
        "IPYTHONDIR",
    ]
    env = os.environ | {name: str(tmp_path / name) for name in names}
    with log.open("w") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "dominolab", *words, *passed_on],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for_server(url, process, log)
        with urllib.request.urlopen(f"{url}/api/contents/{lab.FIRST}?token=word&content=0", timeout=30) as answer:
            assert json.load(answer)["type"] == "notebook"
        with urllib.request.urlopen(f"{url}/?token=word", timeout=30) as answer:
            assert answer.url.split("?")[0].endswith(f"/lab/tree/{lab.FIRST}")
        settings = f"{url}/lab/api/settings/@jupyterlab/apputils-extension:notification?token=word"
        with urllib.request.urlopen(settings, timeout=30) as answer:
            assert json.load(answer)["schema"]["properties"]["fetchNews"]["default"] == "false"
    finally:
        process.terminate()
        process.wait(20)
