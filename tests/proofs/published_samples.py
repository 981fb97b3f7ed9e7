"""The second set of samples: published forms, in the places where people paste them from.

It was written after the expressions and without looking for what they know: the forms are those
of vendors and manuals, the surroundings are logs, code, chat, differences, tables and mails.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Final

from lethelog.tests.proofs.published_fields import KEYS, PASSWORDS
from lethelog.tests.proofs.published_tokens import ALL, HEX, TOKENS, Draw, of
from lethelog.tests.proofs.secret_samples import Sample

SEED: Final = 2026
DRAWS: Final = 3
"""Of each form, each in other surroundings."""

AROUND: Final = (
    "2026-02-03T10:11:12Z DEBUG http.client sent {} status=200 ms=34",
    "Feb  3 10:11:12 host tea[812]: using {}, retrying in 5 s",
    'client = Client("{}")',
    "const c = new Client({{ auth: '{}' }});",
    "ann: here is the one you asked for {} please delete it after",
    "<@ben> try {} instead :)",
    "+  - {}",
    "-AUTH={}",
    "| deploy | {} | ann |",
    "deploy,{},ann",
    '{{"value": "{}"}}',
    "value: {}",
    'value = "{}"',
    "<value>{}</value>",
    "> {}",
    "export X={}",
    "Use `{}`.",
    "It is ({}), I think",
    "{}",
    "https://api.example/v1?x={}&y=2",
    "Traceback: ValueError: bad credential '{}'",
    "run: deploy --with {} --now",
)
_WORDS: Final = ("teapot", "Falcon", "winter", "Marble", "kettle", "River", "sunset", "Lemon")
_ARMOURS: Final = (
    "RSA PRIVATE KEY",
    "EC PRIVATE KEY",
    "PRIVATE KEY",
    "OPENSSH PRIVATE KEY",
    "ENCRYPTED PRIVATE KEY",
    "PGP PRIVATE KEY BLOCK",
)


def password(random: Random) -> str:
    """As people choose them, as policies want them, and as managers of passwords draw them."""
    word, other = random.sample(_WORDS, 2)
    return random.choice(
        (
            f"{word}{random.randrange(10, 9_999)}",
            f"{word}{other}{random.randrange(10, 99)}",
            f"{word.capitalize()}{random.randrange(10, 99)}!",
            f"{word[:4]}${random.randrange(1_000, 9_999)}.{other[:3]}",
            of(ALL, 16)(random),
            of(ALL + "!#%*+-_", 20)(random),
        )
    )


def armoured(kind: str) -> Draw:
    """A private key as its program writes it: a first line, some headers, the body, a last line."""

    def drawn(random: Random) -> str:
        body = b64encode(random.randbytes(random.randrange(300, 1_200))).decode()
        lines = [body[at : at + 64] for at in range(0, len(body), 64)]
        head = {
            "RSA PRIVATE KEY": [
                "Proc-Type: 4,ENCRYPTED",
                f"DEK-Info: AES-128-CBC,{of(HEX, 32)(random)}",
                "",
            ],
            "PGP PRIVATE KEY BLOCK": ["Version: GnuPG v2", ""],
        }.get(kind, [])
        dashes = "-" * 5
        return "\n".join(
            [f"{dashes}BEGIN {kind}{dashes}", *head, *lines, f"{dashes}END {kind}{dashes}"]
        )

    return drawn


def _of_putty(random: Random) -> str:
    lines = "\n".join(b64encode(random.randbytes(48)).decode() for _ in range(6))
    return (
        "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: ann@host\n"
        f"Private-Lines: 6\n{lines}\nPrivate-MAC: {of(HEX, 64)(random)}"
    )


def _keys(random: Random) -> Iterator[Sample]:
    for kind in _ARMOURS:
        key = armoured(kind)(random)
        yield Sample("private key", f"cat id_key\n{key}\n$", key.split("\n")[5])
        yield Sample("private key", f'{{"private_key": "{_escaped(key)}"}}', key.split("\n")[5])
        quoted = "\n".join(f"    {line}" for line in key.split("\n"))
        yield Sample("private key", f"tls.key: |\n{quoted}", key.split("\n")[5])
    key = _of_putty(random)
    yield Sample("private key", key, key.split("\n")[5])


def _escaped(key: str) -> str:
    return key.replace("\n", "\\n")


def published(seed: int = SEED) -> Iterator[Sample]:
    """Every form `DRAWS` times, in surroundings that are drawn too."""
    random = Random(seed)
    for _ in range(DRAWS):
        for kind, forms in TOKENS.items():
            for draw in forms:
                secret = draw(random)
                yield Sample(kind, random.choice(AROUND).format(secret), secret)
        for kind, places in PASSWORDS.items():
            for place in places:
                secret = password(random)
                yield Sample(kind, place.format(secret), secret)
        for kind, (draw, places) in KEYS.items():
            for place in places:
                secret = draw(random)
                yield Sample(kind, place.format(secret), secret)
        yield from _keys(random)


def is_left_out(sample: Sample, left: str) -> bool:
    """Whether neither the secret nor a half of it is in what was left of its text."""
    half = max(len(sample.secret) // 2, min(len(sample.secret), 5))
    return sample.secret[:half] not in left and sample.secret[-half:] not in left
