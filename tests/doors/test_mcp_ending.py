"""A server over its streams ends when it is told to, and lets the store go."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import Final

import msgspec
import pytest

from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, Terminal

PATIENCE_SECONDS: Final = 20
HELLO: Final = {
    "protocolVersion": "2025-06-18",
    "capabilities": dict[str, str](),
    "clientInfo": {"name": "impatient", "version": "1"},
}
TAUGHT: Final = {"name": "memory_remember", "arguments": {"text": "The tea is green."}}


def ask(process: subprocess.Popen[bytes], method: str, params: object) -> None:
    """Sends a request and waits for the answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    process.stdin.write(msgspec.json.encode(request) + b"\n")
    process.stdin.flush()
    assert b'"result"' in process.stdout.readline()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_whoever_says_it_twice_does_not_get_in_the_way(terminal: Terminal) -> None:
    """As clients do that wait for a moment only; what was acknowledged is there."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM_TEXT, "mcp"],
        env=terminal.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process:
        try:
            ask(process, "initialize", HELLO)
            ask(process, "tools/call", TAUGHT)
            process.send_signal(signal.SIGTERM)
            time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE_SECONDS) == 128 + signal.SIGTERM
        finally:
            process.kill()
    assert "The tea is green." in terminal.says("facts")
