"""Servers and embedders that answer as a test wants, for what is done with the answers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec

from lethelog.domain.embedder import TextKind, Vectors
from lethelog.embedders.address import address_of
from lethelog.embedders.openai import OpenAiEmbedder

KEY = "sk-of-the-tests-4711"


class Request(msgspec.Struct):
    """What the embedder sends."""

    model: str
    input: list[str]
    dimensions: int | None = None


@dataclass(frozen=True)
class Answer:
    """What the server says to one request; `promised` bytes may be more than come."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    promised: int | None = None
    wait: threading.Event | None = None


Say = Callable[[Request], Answer]


def vector_of(text: str) -> list[float]:
    """Three numbers that tell texts apart."""
    return [float(len(text)), float(sum(map(ord, text)) % 97), 1.0]


def vectors(request: Request) -> Answer:
    """An answer as it should be, but in the reverse order, which the numbers allow."""
    rows = [{"index": i, "embedding": vector_of(text)} for i, text in enumerate(request.input)]
    return Answer(msgspec.json.encode({"object": "list", "data": rows[::-1]}))


def refusal(status: int, message: object = "no such model") -> Answer:
    """What a server says that does not do it."""
    return Answer(msgspec.json.encode({"error": {"message": message}}), status)


@dataclass
class Server:
    """A server on this machine, which says one thing after another, the last one for ever."""

    says: list[Say]
    port: int = 0
    asked: list[Request] = field(default_factory=list[Request])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    paths: list[str] = field(default_factory=list[str])
    pauses: list[float] = field(default_factory=list[float])

    def embedder(
        self, *, key: str = "", dimension: int | None = None, timeout_seconds: float = 30.0
    ) -> OpenAiEmbedder:
        """One that asks this server, and only notes the pauses it would make."""
        return OpenAiEmbedder(
            "tiny",
            address_of(f"http://127.0.0.1:{self.port}/v1"),
            key=key,
            dimension=dimension,
            timeout_seconds=timeout_seconds,
            sleep=self.pauses.append,
        )

    def answer(self, request: Request) -> Answer:
        """What it says to this request."""
        self.asked.append(request)
        say = self.says.pop(0) if len(self.says) > 1 else self.says[0]
        return say(request)


class _Quiet(ThreadingHTTPServer):
    """Waits for its threads when it is closed; whoever hangs up on it is no news."""

    daemon_threads = False

    def handle_error(self, request: object, client_address: object) -> None:
        """Nothing: it happens where a test gives up waiting."""


@contextmanager
def running(*says: Say | Answer) -> Iterator[Server]:
    """The server, until the end of the block."""
    server = Server([_saying(each) for each in says])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            server.headers.append(dict(self.headers.items()))
            server.paths.append(self.path)
            answer = server.answer(msgspec.json.decode(body, type=Request))
            if answer.wait is not None:
                answer.wait.wait()
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            promised = len(answer.body) if answer.promised is None else answer.promised
            self.send_header("Content-Length", str(promised))
            self.end_headers()
            self.wfile.write(answer.body)

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


def _saying(what: Say | Answer) -> Say:
    return (lambda _: what) if isinstance(what, Answer) else what


@dataclass
class Telling:
    """An embedder that answers whatever a function makes of the texts."""

    tell: Callable[[Sequence[str]], Vectors]
    dim: int = 3
    id: str = "telling"
    batches: list[list[str]] = field(default_factory=list[list[str]])

    def embed(self, texts: Sequence[str], _kind: TextKind) -> Vectors:
        """Notes the batch, then tells."""
        self.batches.append([*texts])
        return self.tell(texts)
