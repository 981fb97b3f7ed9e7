"""Lines that look drawn by chance and hold no secret: hashes, numbers, links, code, lock files."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from string import ascii_letters, ascii_uppercase, digits
from typing import Final

from lethelog.tests.proofs.published_tokens import ALL, DASHED, HEX, LOW, Draw, of, uuid

_WORDS: Final[tuple[str, ...]] = (
    *("kettle", "teapot", "saucer", "basket", "garden", "window", "letter", "market", "button"),
    *("token", "secret", "key", "password", "session", "access", "bearer", "auth", "signing"),
)
_VALUES: Final[dict[str, Draw]] = {
    "sha1": of(HEX, 40),
    "short": of(HEX, 8),
    "md5": of(HEX, 32),
    "sha256": of(HEX, 64),
    "base64": lambda random: b64encode(random.randbytes(33)).decode(),
    "integrity": lambda random: b64encode(random.randbytes(64)).decode(),
    "image": lambda random: b64encode(random.randbytes(180)).decode(),
    "uuid": uuid,
    "number": of(digits, 6),
    "digits": of(digits, 10),
    "iban": lambda random: f"DE{of(digits, 20)(random)}",
    "isbn": lambda random: (
        f"978-3-{of(digits, 2)(random)}-{of(digits, 6)(random)}-{of(digits, 1)(random)}"
    ),
    "slug": lambda random: "-".join(random.choices(_WORDS, k=4)),
    "snake": lambda random: "_".join(random.choices(_WORDS, k=3)),
    "camel": lambda random: "".join(w.capitalize() for w in random.choices(_WORDS, k=3)),
    "word": lambda random: random.choice(_WORDS),
    "video": of(DASHED, 11),
    "doc": of(DASHED, 44),
    "minified": lambda random: ";".join(
        f"{random.choice(ascii_letters)}={random.choice(ascii_letters)}.{of(LOW, 2)(random)}"
        f"({of(digits, 2)(random)})"
        for _ in range(8)
    ),
    "order": lambda random: f"{of(ascii_uppercase, 3)(random)}-{of(digits, 7)(random)}",
    "plate": of(ascii_uppercase + digits, 17),
    "hostname": lambda random: f"ip-10-0-{random.randrange(256)}-{random.randrange(256)}",
    "id": of(ALL, 22),
}
FORMS: Final[tuple[str, ...]] = (
    "commit {sha1}\nAuthor: Ann <ann@example.org>",
    "{short} Fix the {word} in {snake} (#{number})",
    "index {short}..{short} 100644",
    "{sha256}  {slug}-1.2.{number}.tar.gz",
    "MD5 ({slug}.iso) = {md5}",
    '"integrity": "sha512-{integrity}",',
    "    --hash=sha256:{sha256}",
    "{slug} v1.4.2 h1:{base64}=",
    'source = "registry+https://github.example/rust-lang/index#{sha1}"',
    "docker pull registry.example/{word}@sha256:{sha256}",
    '<img src="data:image/png;base64,{image}">',
    "![{word}](data:image/jpeg;base64,{image})",
    "id: {uuid}",
    "GET /v1/items/{uuid}?page=2&limit=50 200 12ms",
    "https://www.video.example/watch?v={video}&t=42s",
    "https://docs.example/document/d/{doc}/edit#gid=0",
    "https://shop.example/p/{slug}-{number}?ref={id}&utm_source=mail",
    "https://example.org/{word}/{slug}.html#{snake}",
    "Call +49 30 {digits} or +1 (555) 010-4477.",
    "IBAN {iban}, BIC COBADEFFXXX",
    "ISBN {isbn}, page {number}",
    "Order {order}, parcel {digits}{digits}, VIN {plate}",
    "!function(e,t){{{minified}}}(this,window);",
    "var {camel}=function(){{return {snake}.{camel}({number})}};",
    "2026-02-03T10:11:12Z INFO {hostname} {camel}: request {uuid} done in {number} ms",
    "trace_id={md5} span_id={short}{short} status=200",
    'ETag: "{md5}"',
    "X-Request-Id: {uuid}",
    "def {snake}(token: str, key: bytes, password: str | None = None) -> bool:",
    "    return self.{snake}(access_token=access_token, key=key)",
    "if not {snake}.password or {snake}.secret is None:",
    "    raise ValueError('the {word} {word} is missing')",
    "const {{ token, password }} = await get{camel}(session.user);",
    "SELECT token, password_hash, session_key FROM {snake} WHERE id = {number};",
    "CREATE TABLE {snake} (id UUID PRIMARY KEY, secret TEXT NOT NULL);",
    "assert {snake}['key'] == {number}",
    "public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{base64} ann@host",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB{image} ann@host",
    "SHA256:{base64} ann@host (ED25519)",
    'gpg: key {short}{short}: public key "Ann <ann@example.org>" imported',
    "| {word} | {number} | {short} | {slug} |",
    "{number},{slug},{digits},{word},{uuid}",
    "keyboard: {word}, monkey: {word}, keys: {number}, tokens: {number}",
    "max_tokens={number} top_k=5 key_size=256 password_length=12 secret_count={number}",
    "token_type: bearer, expires_in: {number}, token_endpoint: https://id.example/{word}",
    "primary_key={snake} foreign_key={snake}_id sort_key={word} partition_key={snake}",
    "kubectl get secret {slug} -n {word} -o yaml",
    "-p {number}:80 -v /srv/{word}:/data -e MODE={word} --name {slug}",
    "mkdir -p /srv/{word}/{slug} && cp -a {slug} /srv && ps -u ann && sort -u {word}",
    "python -m {snake} -a {word} -w {number} -p {word}",
    "Cookie: theme=dark; lang=en; page={number}",
    "<key>{camel}</key><string>{word}</string>",
    '#: {snake}.py:{number}\nmsgid "Password"\nmsgstr "Kennwort"',
    "checksum {sha256} of {slug}, build {number}, revision {sha1}",
    "{word}: {word}, {word} and {word}; the {word} of the {word} is a {word}",
    "bitcoin block 0000000000000000000{md5}",
    "matrix !{id}:example.org, message {doc}",
    "~/.cache/{word}/{md5}/{sha1}.bin",
    "UPDATE {snake} SET password_changed_at = now() WHERE key = '{word}';",
    "The {word} was set by {word} in {number} steps, see {camel}.{snake}.",
)


def code_like(count: int, seed: int = 12) -> Iterator[str]:
    """So many lines, of every form in turn, each with other values."""
    random = Random(seed)
    for number in range(count):
        form = FORMS[number % len(FORMS)]
        yield form.format_map(_Drawn(random))


class _Drawn(dict[str, str]):
    """Draws anew whatever a form asks for."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self._random = random

    def __missing__(self, name: str) -> str:
        return _VALUES[name](self._random)
