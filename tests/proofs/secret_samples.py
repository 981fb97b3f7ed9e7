"""Secrets that are made up, in the words that people paste them with, and prose that has none.

All are put together when the tests run, so that no scanner of repositories finds one here.
"""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple, TypeAlias

SEED: Final = 7
_ALL: Final = ascii_letters + digits
_HEX: Final = digits + "abcdef"


class Sample(NamedTuple):
    """A text as it is pasted, and what of it nobody may read later."""

    kind: str
    text: str
    secret: str


Maker: TypeAlias = Callable[[Random], tuple[str, str]]


def _of(letters: str, count: int) -> Callable[[Random], str]:
    return lambda random: "".join(random.choices(letters, k=count))


def _token(prefix: tuple[str, ...], letters: str, count: int) -> Callable[[Random], str]:
    return lambda random: "".join(prefix) + _of(letters, count)(random)


_TOKENS: Final[dict[str, tuple[Callable[[Random], str], ...]]] = {
    "aws access key": (_token(("AK", "IA"), ascii_uppercase + digits, 16),),
    "github": (
        *(_token(("gh", f"{each}_"), _ALL, 36) for each in "pousr"),
        _token(("github", "_pat_"), _ALL + "_", 82),
    ),
    "gitlab": (_token(("gl", "pat-"), _ALL + "_-", 20),),
    "openai": (
        _token(("sk", "-proj-"), _ALL + "_-", 156),
        _token(("sk", "-"), _ALL, 48),
    ),
    "anthropic": (_token(("sk", "-ant-", "api03-"), _ALL + "_-", 95),),
    "google": (_token(("AI", "za"), _ALL + "_-", 35), _token(("GOC", "SPX-"), _ALL + "_-", 28)),
    "slack": (
        lambda random: f"xo{'xb'}-{_of(digits, 12)(random)}-{_of(_ALL, 24)(random)}",
        lambda random: (
            f"https://hooks.sl{'ack'}.com/services/T{_of(_HEX.upper(), 8)(random)}"
            f"/B{_of(_HEX.upper(), 10)(random)}/{_of(_ALL, 24)(random)}"
        ),
    ),
    "stripe": tuple(
        _token((key, f"_{way}_"), _ALL, 24) for key in ("sk", "rk") for way in ("live", "test")
    ),
    "package registries": (
        _token(("np", "m_"), _ALL, 36),
        _token(("py", "pi-", "AgEI"), _ALL + "_-", 160),
        _token(("h", "f_"), ascii_letters, 34),
    ),
    "json web token": (
        lambda random: ".".join(
            urlsafe_b64encode(part).decode().rstrip("=")
            for part in (
                b'{"alg":"HS256","typ":"JWT"}',
                f'{{"sub":"{random.randrange(10**9)}","name":"Ann"}}'.encode(),
                random.randbytes(32),
            )
        ),
    ),
}
_SAID: Final = (
    "{}",
    "here is the one for the test server: {} (please rotate it)",
    "export TOKEN={}",
    "I used {}, and it worked.",
    '{{"key": "{}", "owner": "ann"}}',
    "The new one is `{}`. Do not lose it",
    "- {}\n- and the plan for tomorrow",
)


def _password(random: Random) -> str:
    """As people choose them and as programs draw them."""
    word = random.choice(("Falcon", "river", "Kettle", "sunset", "Marble", "winter"))
    return random.choice(
        (
            f"{word}{random.randrange(10, 9999)}",
            f"{word}!{random.randrange(100)}",
            _of(_ALL, random.randrange(10, 20))(random),
            f"{_of(ascii_lowercase, 4)(random)}-{_of(digits, 3)(random)}#{word}",
            f"{word}{random.choice('@$%^*+')}{_of(_ALL, 5)(random)}",
        )
    )


_PASSWORDS: Final = (
    "password: {}",
    "Password = {}",
    "DB_PASSWORD={}\nDB_USER=ann",
    "passwd={}",
    'pwd: "{}"',
    "the wifi password is {}",
    "user: ann\npass: word is on paper\npassword: {}\n",
    '{{"user": "ann", "password": "{}"}}',
    "mysqldump --user=ann --password={} shop",
    "spring.datasource.password={}",
    "My password for the bank is {}, keep it safe",
    "<password>{}</password>",
    "$db->password = '{}';",
    "passphrase: {}",
)
_LINKS: Final = (
    "postgres://app:{}@db.example:5432/shop",
    "redis://:{}@cache.example:6379/0",
    "we use mongodb+srv://ann:{}@cluster.example/test for that",
    "https://ann:{}@git.example/tea.git",
)
_HEADERS: Final = (
    "Authorization: Bearer {}",
    "curl -H 'Authorization: Bearer {}' https://api.example/v1",
    '"authorization": "Basic {}"',
    "Authorization: token {}",
    "headers = {{'Authorization': 'Bearer {}'}}",
)
_ASSIGNED: Final = (
    "api_key = {}",
    'API_KEY="{}"',
    "apiKey: '{}'",
    "x-api-key: {}",
    "client_secret={}",
    "access_token: {}",
    "the api key is {}",
    'const authToken = "{}";',
    "https://api.example/v1/tea?api_key={}&page=2",
)


def _armoured(random: Random) -> tuple[str, str]:
    what = random.choice(("", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "))
    body = b64encode(random.randbytes(random.randrange(120, 1_800))).decode()
    lines = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    dashes = "-" * 5
    armour = f"{dashes}BEGIN {what}PRIVATE KEY{dashes}\n{lines}\n{dashes}END {what}PRIVATE KEY"
    return f"This opens the server:\n{armour}{dashes}\nKeep it.", body[64:128]


def _said(random: Random, forms: tuple[str, ...], secret: str) -> tuple[str, str]:
    return random.choice(forms).format(secret), secret


def _aws_pair(random: Random) -> tuple[str, str]:
    secret = _of(_ALL + "/+", 40)(random)
    forms = (
        "aws_secret_access_key = {}",
        "AWS_SECRET_ACCESS_KEY={}",
        f"{_TOKENS['aws access key'][0](random)},{{}}",
        '{{"SecretAccessKey": "{}"}}',
    )
    return _said(random, forms, secret)


def _pasted(makers: Sequence[Callable[[Random], str]]) -> Maker:
    return lambda random: _said(random, _SAID, random.choice(makers)(random))


MAKERS: Final[dict[str, Maker]] = {
    **{kind: _pasted(makers) for kind, makers in _TOKENS.items()},
    "aws secret key": _aws_pair,
    "private key": _armoured,
    "password": lambda random: _said(random, _PASSWORDS, _password(random)),
    "link": lambda random: _said(random, _LINKS, _password(random).replace("@", "_")),
    "header": lambda random: _said(random, _HEADERS, _of(_ALL, 40)(random)),
    "assignment": lambda random: _said(random, _ASSIGNED, _of(_ALL, 32)(random)),
}


def samples(count: int, seed: int = SEED) -> Iterator[Sample]:
    """So many, of every kind in turn."""
    random = Random(seed)
    kinds = list(MAKERS)
    for number in range(count):
        kind = kinds[number % len(kinds)]
        yield Sample(kind, *MAKERS[kind](random))
