"""Files are written whole or not at all, by one function for the whole package."""

from __future__ import annotations

import os

import pytest

from dominolab.records.codes import write_whole


@pytest.mark.parametrize(("content", "found"), [("é\n", "é\n"), (b"\xc3\xa9", "é"), (iter(["a", "b"]), "ab")])
def test_text_bytes_and_pieces(tmp_path, content, found):
    path = tmp_path / "new" / "file"
    write_whole(path, content)
    assert path.read_bytes().decode() == found
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file_and_no_rest(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("old")

    def fail(*_):
        message = "disk full"
        raise OSError(message)

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_secret_file_stays_secret(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o600)
    write_whole(path, "new")
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_error_names_the_file_that_was_asked_for(tmp_path, monkeypatch):
    missing = tmp_path / "none" / "file"
    with pytest.raises(FileNotFoundError) as error:
        write_whole(missing, "new", folders=False)
    assert error.value.filename == str(missing)
    with pytest.raises(IsADirectoryError) as error:
        write_whole(tmp_path, "new")
    assert error.value.filename == str(tmp_path)

    def refuse(**_):
        raise PermissionError(13, os.strerror(13), "/some/temporary.name")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    with pytest.raises(PermissionError) as error:
        write_whole(tmp_path / "file", "new")
    assert error.value.filename == str(tmp_path / "file")
