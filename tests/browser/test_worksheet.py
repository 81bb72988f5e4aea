"""A student's notebook in the real JupyterLab: its pictures show, and a wrong and a right answer are told apart."""

from __future__ import annotations

from dominolab.lessons.papers import write_worksheets
from dominolab.lessons.plan import Plan

LOADED = "[...document.querySelectorAll('.jp-MarkdownOutput img')].map(i => i.complete && i.naturalWidth > 300 && i.alt > '')"


def test_a_student_sees_pictures_and_learns_at_once(open_notebook, tmp_path):
    plan = Plan(kinds=(("legal-moves", 1), ("score", 2)), number=2, seed=5)
    write_worksheets(plan, tmp_path)
    notebook = open_notebook(tmp_path / "students" / "sheet-01.ipynb")
    notebook.run_all()
    assert notebook.cell_errors() == []
    notebook.page.locator(".jp-MarkdownOutput img").first.wait_for()
    assert notebook.page.evaluate(LOADED) == [True, True]
    right = plan.exercises(1)[0].answer
    assert notebook.value(f"sheet.check(1, {right!r}).right") is True
    assert notebook.value("sheet.check(1, 'pass').right") is False
    notebook.shot("worksheet", notebook.page.locator(".jp-Notebook"))
