"""A server on this machine that speaks chat completions, and answers as a test wants."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec

from lethelog.judges.budget import Budget
from lethelog.judges.named import judge_named
from lethelog.judges.openai import ModelJudge

KEY = "sk-of-the-tests-4711"


class Request(msgspec.Struct):
    """What the judge sends."""

    model: str
    messages: list[dict[str, str]]
    response_format: dict[str, Any]
    max_completion_tokens: int


@dataclass(frozen=True)
class Said:
    """What the server says to one request; `promised` bytes may be more than come."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    promised: int | None = None
    wait: threading.Event | None = None


def completion(
    content: str | None,
    *,
    refusal: str | None = None,
    finish_reason: str = "stop",
    tokens: int | None = 100,
) -> Said:
    """What a server says whose model said this."""
    usage = {} if tokens is None else {"usage": {"total_tokens": tokens, "prompt_tokens": 1}}
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    document = {"id": "c", "object": "chat.completion", "choices": [choice], **usage}
    return Said(msgspec.json.encode(document))


def verdict(**told: object) -> Said:
    """A model's answer, in JSON."""
    return completion(msgspec.json.encode(told).decode())


def error(status: int, message: str = "no such model") -> Said:
    """What a server says that does not do it."""
    return Said(msgspec.json.encode({"error": {"message": message}}), status)


@dataclass
class Server:
    """Says one thing after another, the last one for ever."""

    says: list[Said]
    port: int = 0
    asked: list[Request] = field(default_factory=list[Request])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    paths: list[str] = field(default_factory=list[str])
    pauses: list[float] = field(default_factory=list[float])

    @property
    def url(self) -> str:
        """Where its API is."""
        return f"http://127.0.0.1:{self.port}/v1"

    def judge(
        self, *, key: str = "", budget: Budget | None = None, timeout_seconds: float = 30.0
    ) -> ModelJudge:
        """One that asks this server, and only notes the pauses it would make."""
        named = judge_named(f"openai:tiny@{self.url}", {})
        assert isinstance(named, ModelJudge)
        return ModelJudge(
            "tiny",
            named.address,
            key=key,
            budget=budget,
            timeout_seconds=timeout_seconds,
            sleep=self.pauses.append,
        )

    def answer(self, request: Request) -> Said:
        """What it says to this request."""
        self.asked.append(request)
        return self.says.pop(0) if len(self.says) > 1 else self.says[0]


class _Quiet(ThreadingHTTPServer):
    """Waits for its threads when it is closed; whoever hangs up on it is no news."""

    daemon_threads = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: it happens where a test gives up waiting."""


@contextmanager
def running(*says: Said) -> Iterator[Server]:
    """The server, until the end of the block."""
    server = Server([*says])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.headers.append({name.lower(): each for name, each in self.headers.items()})
            server.paths.append(self.path)
            said = server.answer(msgspec.json.decode(body, type=Request))
            if said.wait is not None:
                said.wait.wait()
            self.send_response(said.status)
            for name, value in (("Content-Type", "application/json"), *said.headers):
                self.send_header(name, value)
            promised = len(said.body) if said.promised is None else said.promised
            self.send_header("Content-Length", str(promised))
            self.end_headers()
            self.wfile.write(said.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing: what is asked is looked at in the test."""

    with _Quiet(("127.0.0.1", 0), Handler) as http:
        server.port = http.server_address[1]
        thread = threading.Thread(target=http.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
