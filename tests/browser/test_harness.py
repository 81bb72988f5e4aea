"""The harness itself: a click and a key reach the kernel, and a fault is seen."""

from __future__ import annotations

BUTTON = """
import ipywidgets
presses = []
button = ipywidgets.Button(description="press me")
button.on_click(lambda _: presses.append("pressed"))
button
"""


def test_a_click_and_a_key_in_the_page_change_the_kernel(open_notebook):
    notebook = open_notebook([BUTTON, "answer = 6 * 7\nanswer"])
    notebook.run_all()
    assert notebook.value("answer") == 42
    assert notebook.value("presses") == []
    button = notebook.page.get_by_role("button", name="press me")
    button.click()
    notebook.wait_value("presses", ["pressed"])
    button.focus()
    notebook.page.keyboard.press("Enter")
    notebook.wait_value("presses", ["pressed", "pressed"])
    assert notebook.page.locator(".Toastify__toast, .jp-Dialog").count() == 0, "something lies over the page"


def test_all_cells_have_run_when_run_all_returns_also_those_out_of_sight(open_notebook):
    cells = [f"import time\ntime.sleep(0.02)\nn = {n}\nprint('line\\n' * 30)" for n in range(1, 31)]
    notebook = open_notebook(cells)
    notebook.run_all()
    assert notebook.value("n") == 30
    notebook.run_all()
    assert [cell["count"] for cell in notebook.cells()] == list(range(31, 61))


def test_notebook_7_works_too(open_notebook):
    notebook = open_notebook(["answer = 6 * 7"], app="notebook")
    notebook.run_all()
    assert notebook.value("answer") == 42


def test_an_error_in_a_cell_is_found(open_notebook):
    notebook = open_notebook(["1 / 0", "2"])
    notebook.run_all()
    assert notebook.cell_errors() == ["ZeroDivisionError: division by zero"]


def test_what_a_page_does_wrong_is_seen_and_the_theme_can_be_chosen(open_notebook, lab):
    lab.theme("JupyterLab Dark")
    notebook = open_notebook(["1"])
    lab.theme("JupyterLab Light")
    notebook.page.wait_for_selector("body[data-jp-theme-name='JupyterLab Dark']", state="attached")
    notebook.page.evaluate("() => console.error('this is wrong')")
    notebook.page.evaluate("() => { fetch('http://192.0.2.1/x').catch(() => null) }")
    notebook.page.wait_for_timeout(300)
    assert notebook.outside == ["http://192.0.2.1/x"]
    assert any("this is wrong" in error for error in notebook.errors)
    notebook.outside.clear()
    notebook.errors.clear()
