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

CHROMIUM = Path("/usr/bin/chromium")
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
IDLE = "Python 3 (ipykernel) | Idle"
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
    """One notebook open in JupyterLab, its kernel idle.

    `errors` are the console's errors, `outside` the addresses asked for beyond this machine: the fixture
    `open_notebook` fails a test that leaves anything in either. Remove from `errors` what a test provokes.
    """

    def __init__(self, server: Server, context: BrowserContext, name: str) -> None:
        self.server = server
        self.name = name
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT)
        self.errors: list[str] = []
        self.outside: list[str] = []
        self.page.on("request", lambda request: self._asked(request.url))
        self.page.on("websocket", lambda socket: self._asked(socket.url))
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        self.page.goto(f"{server.url}/lab/tree/{name}?reset", wait_until="domcontentloaded")
        self.page.wait_for_selector(".jp-NotebookPanel .jp-Cell")
        # Not the execution indicator: it says idle before the session exists, and Run All then asks for a kernel.
        self.page.get_by_text(IDLE).wait_for()

    def run_all(self) -> None:
        """Run all cells, and wait until the kernel has finished them and the page shows every execution number."""
        self.page.get_by_role("menuitem", name="Run", exact=True).click()
        self.page.get_by_role("menuitem", name=re.compile(r"^Run All Cells")).click()
        self.wait_until_run()

    def wait_until_run(self) -> None:
        """Wait until no cell shows [*] and the kernel is idle; a cell that failed shows in `cell_errors`."""
        # Cells out of sight may not be in the page, so the kernel's state is waited for too.
        self.page.wait_for_function(
            """() => {
                const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')];
                const texts = prompts.map(prompt => prompt.textContent.trim());
                return texts.some(text => /\\[\\d+\\]/.test(text)) && !texts.some(text => text.includes('*'));
            }"""
        )
        self.page.get_by_text(IDLE).wait_for()

    def cell_errors(self) -> list[str]:
        """Return the text of every traceback shown."""
        # An error's output has the type of stderr in the page; a warning printed there is no error.
        shown = self.page.locator("[data-mime-type='application/vnd.jupyter.stderr']")
        return shown.filter(has_text="Traceback (most recent call last)").all_inner_texts()

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
        """Restart the kernel, as the menu would, and wait until it is idle."""
        self.server.ask(f"/api/kernels/{self._kernel()}/restart", "POST", {})
        self.page.get_by_text(IDLE).wait_for()

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
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

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
