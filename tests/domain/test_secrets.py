"""Secrets are left out of a text, whatever stands around them, and prose is left alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.secrets import find, redacted, redacted_pieces, redacted_value

DASHES = "-" * 5
BODY = "\n".join(["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB"] * 3)
PARTS = (
    *("password", "passwd", "pw", "secret", "token", "api_key", "is", "for", "the", "bearer", "-u"),
    *(": ", "=", " ", "\n", '"', "'", "://", "@", ".", "authorization", "hunter22", "a1" * 20),
    *("gh" + "p_", "sk" + "-", "AK" + "IA", "ey" + "J", "[redacted: password]", "B" * 16),
    *(f"{DASHES}BEGIN PRIVATE KEY{DASHES}", f"{DASHES}END PRIVATE KEY{DASHES}", BODY, "&", ";"),
)
HOSTILE = (
    *("a", "pw:", "password ", "password for a a a a ", "password=&a", "pass\\", "sk" + "-a"),
    *(f"{DASHES}BEGIN PRIVATE KEY{DASHES}", f"{DASHES}BEGIN PRIVATE KEY{DASHES}\n{'A' * 64}\n"),
    *("://", "://a:", "://a:a@", "://" + "a" * 99 + ":", "AK" + "IA" + "B" * 16 + " a"),
    *("ey" + "Jaaaaaaaaaa.", "bearer ", "authorization: basic ", "-u a", "api key secret token "),
    *(
        "a" * 76 + "AC" + "Db",
        "A" * 33 + "AI" + "oT",
        "mysql -h ",
        "docker login -u a ",
        "cookie: a=",
    ),
    *("cookie: " + "a=" + "1a" * 9 + ";", "a|password\n", "|password|\n", "Private-Lines: 9\n"),
    *("machine a login b ", 'variable "password" default ', "user a, pass ", "a:5432:", "auth: '"),
    *("htpasswd -b ", 'key="password" ', "MT" + "a" * 24 + ".", "EA" + "AC" + "a" * 99, "WIFI:;P:"),
    *('password="', "password=\"'`", 'token:\\"\\', "password" + " " * 10, "access", "-", "12:AA"),
)


@pytest.mark.parametrize(
    "line",
    [
        "my password is safe with me",
        "the secret of happiness",
        "The password is 12 characters long, and case-sensitive.",
        "One word about the password: never share it.",
        "The secret: patience. The key: a good kettle.",
        "Pass the token to the bearer of good news; authorization is required.",
        "password = os.environ['TEA'], password=$TEA, password: ${TEA}, token = parser.next()",
        "A compass, a keyboard, a monkey: N40",
        "see http://localhost:8080/login@home and the task-force-of-twenty-two-people",
        "commit 356a192b7913b04c54574d18c28d46e6395428ab, id 550e8400-e29b-41d4-a716-446655440000",
        "KEYWORDS = 64, max_tokens: 4096",
        "mysql -u root -p shop; docker login -u ann && docker run --name login -p 8080:80 tea",
        "apples, password, pears\ngarden, kettle, saucer",
        "| user | password |\n|---|---|\n| ann | on paper |\n| ben | unknown |",
        "Cookie: theme=dark; lang=en",
        "token = Name.Builtin, private_key: CertificateIssuerKey, pw = self.passwords[place]",
        "curl -d password=$TEA, sshpass -p '$TEA' x, docker login -p ${TEA}, redis-cli -a $TEA",
    ],
)
def test_prose_and_references_are_left_alone(line: str) -> None:
    """A name without a value gives nothing away."""
    assert redacted(line) == (line, ())


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("DB_PASSWORD=swordfish # old", "DB_PASSWORD=[redacted: password] # old"),
        ("Password: swordfish\nNext", "Password: [redacted: password]\nNext"),
        ("the wifi password is Blue42Horse!", "the wifi password is [redacted: password]!"),
        ('{"password": "a b c", "x": 1}', '{"password": "[redacted: password]", "x": 1}'),
        ("x?password=a&y=2", "x?password=[redacted: password]&y=2"),
        ("psql postgres://a:b@c/d", "psql postgres://a:[redacted: password in a link]@c/d"),
        ("Authorization: Basic YW5uOnRlYQ==", "Authorization: Basic [redacted: authorization]"),
        ("curl -u ann:tea https://x", "curl -u ann:[redacted: password] https://x"),
        ("mysql -u root -ptea shop", "mysql -u root -p[redacted: password] shop"),
        (
            "machine x\nlogin ann\npassword tea",
            "machine x\nlogin ann\npassword [redacted: password]",
        ),
        ("user,password\nann,tea4two", "user,password\nann,[redacted: password]"),
        ("IDENTIFIED BY 'tea'", "IDENTIFIED BY '[redacted: password]'"),
        ("Cookie: sid=a1b2c3d4e5f6a7b8; x=1", "Cookie: sid=[redacted: cookie]; x=1"),
    ],
)
def test_only_the_value_is_left_out(line: str, left: str) -> None:
    """What it was for stays readable."""
    assert redacted(line).text == left


def test_a_private_key_goes_as_a_whole() -> None:
    """Also without its end, and as one line with the breaks written out."""
    begin, end = f"{DASHES}BEGIN RSA PRIVATE KEY{DASHES}", f"{DASHES}END RSA PRIVATE KEY{DASHES}"
    whole = f"{begin}\n{BODY}\n{end}"
    left = "here [redacted: private key] there"
    assert redacted(f"here {whole} there").text == left
    assert redacted(f"here {whole} there".replace("\n", "\\n")).text == left
    cut = redacted(f"{begin}\n{BODY}\nand then we had tea").text
    assert cut == "[redacted: private key]\nand then we had tea"


def test_a_secret_may_reach_over_several_pieces() -> None:
    """The first says what it was, those in the middle are empty, and the last keeps its rest."""
    begin, end = f"{DASHES}BEGIN PRIVATE KEY{DASHES}", f"{DASHES}END PRIVATE KEY{DASHES}"
    pieces = ["tea", f"so: {begin}", *BODY.split("\n"), f"{end} bye", "milk"]
    left, kinds = redacted_pieces(pieces, ["\n"] * (len(pieces) - 1))
    assert left == ["tea", "so: [redacted: private key]", "", "", "", " bye", "milk"]
    assert kinds == ("private key",)


def test_a_value_is_a_secret_if_its_name_says_so() -> None:
    """As the value of a keyed fact, which has no words around it."""
    assert redacted_value("Wi-Fi password", "tea") == ("[redacted: password]", ("password",))
    assert redacted_value("api_key", "tea").text == "[redacted: secret]"
    assert redacted_value("password", "[redacted: password]").kinds == ()
    assert redacted_value("password length", "12").kinds == ()


@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
def test_a_second_time_nothing_changes(text: str) -> None:
    """What stands in the place of a secret is none."""
    once = redacted(text).text
    assert redacted(once) == (once, ())


@pytest.mark.parametrize("unit", HOSTILE)
def test_a_megabyte_takes_less_than_a_second(unit: str) -> None:
    """Whatever was repeated to keep the expressions busy: time grows with the text alone."""
    hostile = (unit * (1_000_000 // len(unit) + 1))[:1_000_000]
    assert any(_seconds(hostile) < 1.0 for _ in range(3))


def _seconds(text: str) -> float:
    before = time.process_time()
    find(text)
    return time.process_time() - before
