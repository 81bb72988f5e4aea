"""Drive the real JupyterLab in the real Chromium: what every browser test stands on.

`Server` is a JupyterLab on a free port with settings of its own, `Notebook` one notebook open in one page.
The traps (each cost somebody an hour) are explained where they are stepped around.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nbformat
from jupyter_client import BlockingKernelClient

from dominolab.commands.lab import environment, jupyter_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page

CHROMIUM = Path(os.environ.get("DOMINOLAB_CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE_ONLY = re.compile(r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:|devtools:")
FORBIDDEN = 403
CELLS = """() => jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code' && cell.model.sharedModel.getSource().trim())
    .map(cell => ({
        count: cell.model.executionCount,
        state: cell.model.executionState,
        errors: cell.model.outputs.toJSON()
            .filter(output => output.output_type === 'error')
            .map(output => output.ename + ': ' + output.evalue),
    }))"""
NOTEBOOK_7_ITSELF = ("reading 'schema'", "'filebrowser:open-path' not registered")
"""Errors that Notebook 7 logs at start, with any notebook and without a widget of ours: not counted there."""
WAIT = 60_000
"""Milliseconds until a wait is a failure: generous, as CI machines are slow and shared."""


class Server:
    """A JupyterLab process with its own root folder, settings and kernels; nothing of the user's is touched."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "notebooks"
        self.root.mkdir(parents=True)
        self.runtime = folder / "runtime"
        self.log = folder / "lab.log"
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        names = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        env = os.environ | environment() | {name: str(folder / where) for name, where in names.items()}
        env["PYTHONPATH"] = os.pathsep.join([str(Path.cwd()), env.get("PYTHONPATH", "")]).rstrip(os.pathsep)
        arguments = jupyter_arguments(self.root, port=self.port, browser=False)
        arguments += [
            "--ServerApp.ip=127.0.0.1",
            "--IdentityProvider.token=",
            "--ServerApp.disable_check_xsrf=True",
            "--LabApp.expose_app_in_browser=True",
            "--JupyterNotebookApp.expose_app_in_browser=True",
        ]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "jupyterlab", *arguments],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        wait_for_server(self.url, self.process, self.log)

    def ask(self, path: str, method: str = "GET", body: object = None) -> Any:
        """Ask the server's REST interface; returns the decoded answer (None for an empty one)."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            text = answer.read()
        return json.loads(text) if text.strip() else None

    def theme(self, name: str) -> None:
        """Set the theme ("JupyterLab Light", "JupyterLab Dark") for pages opened from now on."""
        self.ask(
            "/lab/api/settings/@jupyterlab/apputils-extension:themes",
            "PUT",
            {"raw": json.dumps({"theme": name})},
        )

    def shut_kernels(self) -> None:
        """End all kernels, so that memory does not grow from test to test."""
        for session in self.ask("/api/sessions"):
            self.ask(f"/api/sessions/{session['id']}", "DELETE")

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(15)


class Notebook:
    """One notebook open in JupyterLab (or, `app="notebook"`, in Notebook 7), its kernel idle.

    `errors` are the console's errors, `outside` the addresses asked for beyond this machine: the fixture
    `open_notebook` fails a test that leaves anything in either. Remove from `errors` what a test provokes.
    """

    def __init__(self, server: Server, context: BrowserContext, name: str, app: str = "lab") -> None:
        self.server = server
        self.name = name
        self.app = app
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT)
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self._failed(f"uncaught: {error}"))
        where = {"lab": f"lab/tree/{name}?reset", "notebook": f"notebooks/{name}"}[app]
        self.page.goto(f"{server.url}/{where}", wait_until="domcontentloaded")
        self.page.wait_for_selector(".jp-NotebookPanel .jp-Cell")
        self.wait_until_idle()

    def run_all(self) -> None:
        """Run all cells and wait until each has run, or one has failed (see `cell_errors`)."""
        ran = max((cell["count"] or 0 for cell in self.cells()), default=0)
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name=re.compile(r"^Run All Cells")).click()
        # The notebook's own model is asked, not the page: cells out of sight are not in the page, and the kernel
        # looks idle for a moment between two cells.
        self.page.wait_for_function(
            f"""ran => {{
                const cells = ({CELLS})();
                const new_ones = cells.filter(cell => cell.count > ran && cell.state !== 'running');
                return new_ones.length === cells.length || new_ones.some(cell => cell.errors.length);
            }}""",
            arg=ran,
        )

    def wait_until_idle(self) -> None:
        """Wait until the notebook has a kernel and it is idle."""
        # Not the execution indicator: it says idle before the session exists, and Run All then asks for a kernel.
        self.page.wait_for_function(
            """() => {
                const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
                return session?.isReady && session.session?.kernel?.status === 'idle';
            }"""
        )

    def cells(self) -> list[dict[str, Any]]:
        """Return each code cell with text: its `count` (None if it has not run), `state`, and `errors`."""
        return self.page.evaluate(CELLS)

    def cell_errors(self) -> list[str]:
        """Return the errors in the cells' outputs, as "ZeroDivisionError: division by zero"."""
        return [error for cell in self.cells() for error in cell["errors"]]

    def value(self, expression: str) -> Any:
        """Evaluate a Python expression in the notebook's kernel and return the value, where its repr is a literal.

        Other values come back as the text of their repr. Raises AssertionError with the kernel's error.
        """
        client = self._client()
        try:
            # user_expressions use IPython's own display; repr() inside keeps it one plain line
            reply = client.execute(
                "", silent=True, user_expressions={"it": f"repr({expression})"}, reply=True, timeout=30
            )
        finally:
            client.stop_channels()
        answer = reply["content"]["user_expressions"]["it"]
        assert answer["status"] == "ok", f"{answer.get('ename')}: {answer.get('evalue')}"
        text = ast.literal_eval(answer["data"]["text/plain"])
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text

    def wait_value(self, expression: str, expected: object) -> None:
        """Wait until an expression has a value in the kernel (a click needs a moment to get there)."""
        end = time.monotonic() + WAIT / 1000
        while (found := self.value(expression)) != expected:
            assert time.monotonic() < end, f"{expression} is {found!r}, not {expected!r}"
            self.page.wait_for_timeout(50)

    def restart_kernel(self) -> None:
        """Restart the kernel and clear all outputs, as the menu would, and wait until it is idle."""
        # The menu's own command: a restart that the page is not told of leaves it talking to the kernel that went.
        self.page.evaluate("void (window.restarted = jupyterapp.commands.execute('kernelmenu:restart'))")
        self.page.get_by_role("button", name="Confirm Kernel Restart").click()
        self.page.evaluate("window.restarted")
        self.wait_until_idle()
        # A new kernel counts from 1 again: with the old counts left standing, run_all could not tell new from old.
        self.page.evaluate("jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")

    def shot(self, name: str, of: Locator | None = None) -> Path:
        """Save a picture (of a part) under tests/browser/shots and return its path."""
        path = Path(__file__).parent / "shots" / f"{name}.png"
        (of or self.page).screenshot(path=path)
        return path

    def close(self) -> None:
        """Close the page and end the kernel, without the question whether to save."""
        self.page.close()
        self.server.shut_kernels()

    def _asked(self, url: str) -> None:
        if not HERE_ONLY.match(url):
            self.outside.append(url)

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._failed(f"{message.text} ({message.location.get('url', '')})")

    def _failed(self, error: str) -> None:
        if not (self.app == "notebook" and any(known in error for known in NOTEBOOK_7_ITSELF)):
            self.errors.append(error)

    def _kernel(self) -> str:
        sessions = self.server.ask("/api/sessions")
        found = [session["kernel"]["id"] for session in sessions if session["path"] == self.name]
        assert len(found) == 1, f"sessions of {self.name}: {sessions}"
        return found[0]

    def _client(self) -> BlockingKernelClient:
        client = BlockingKernelClient(connection_file=str(self.server.runtime / f"kernel-{self._kernel()}.json"))
        client.load_connection_file()
        client.start_channels()
        client.wait_for_ready(timeout=30)
        return client


def place(server: Server, source: Path | Sequence[str], name: str = "test.ipynb") -> str:
    """Put a copy of a notebook, or a new one of these code cells, into the server's folder; return its name.

    A notebook from a folder with `games/` beside it takes that folder along.
    """
    if isinstance(source, Path):
        shutil.copy(source, server.root / source.name)
        if (games := source.parent / "games").is_dir():
            shutil.copytree(games, server.root / "games", dirs_exist_ok=True)
        return source.name
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in source])
    book.metadata.kernelspec = {
        "name": "python3",
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
    }
    nbformat.write(book, server.root / name)
    return name


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_server(url: str, process: subprocess.Popen[Any], log: Path, seconds: float = 90) -> None:
    """Wait until a Jupyter server answers; fails with its log if it ends or stays silent."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/api/status", timeout=2).close()
        except OSError as error:
            if getattr(error, "code", None) == FORBIDDEN:  # it asks for a token: it is up
                return
            time.sleep(0.1)
        else:
            return
    process.kill()
    message = f"JupyterLab did not answer on {url}:\n{log.read_text()}"
    raise AssertionError(message)
