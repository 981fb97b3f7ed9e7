"""Tokens as their vendors publish the form, drawn anew by each run, so none of them is real.

The forms are those of the vendors' own pages, read in the rules that scanners of repositories
publish for them (gitleaks, `config/gitleaks.toml`; Microsoft, `security-utilities`; GitHub, token
formats of 2021; GitLab, token overview). Each is put together from parts, so that no scanner finds
one here.
"""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable
from random import Random
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits
from typing import Final, TypeAlias

Draw: TypeAlias = Callable[[Random], str]

ALL: Final = ascii_letters + digits
DASHED: Final = ALL + "_-"
HEX: Final = digits + "abcdef"
BASE32: Final = ascii_uppercase + "234567"
LOW: Final = ascii_lowercase + digits
UP: Final = ascii_uppercase + digits


def of(letters: str, count: int) -> Draw:
    """So many letters, drawn by chance."""
    return lambda random: "".join(random.choices(letters, k=count))


def form(*parts: str | tuple[str, int]) -> Draw:
    """Fixed parts as they are, and so many of some letters in between."""
    return lambda random: "".join(
        each if isinstance(each, str) else of(*each)(random) for each in parts
    )


def base64_of(count: int) -> Draw:
    """So many bytes, as Base64 writes them."""
    return lambda random: b64encode(random.randbytes(count)).decode()


def uuid(random: Random) -> str:
    """One of the fourth version."""
    return "-".join(of(HEX, count)(random) for count in (8, 4, 4, 4, 12))


def json_web_token(random: Random) -> str:
    """With a header and claims as identity providers make them."""
    head = f'{{"alg":"RS256","kid":"{of(HEX, 16)(random)}"}}'.encode()
    claims = f'{{"iss":"https://login.example","sub":"{uuid(random)}","exp":1767225600}}'.encode()
    parts = (head, claims, random.randbytes(256))
    return ".".join(urlsafe_b64encode(part).decode().rstrip("=") for part in parts)


def _discord(random: Random) -> str:
    """The number of a bot, when the token was made, and what is drawn."""
    number = b64encode(f"1{of(digits, 18)(random)}".encode()).decode().rstrip("=")
    return f"{number}.{of(DASHED, 6)(random)}.{of(DASHED, 38)(random)}"


TOKENS: Final[dict[str, tuple[Draw, ...]]] = {
    "aws": (form("AK", "IA", (BASE32, 16)), form("AS", "IA", (BASE32, 16))),
    "github": (
        *(form("gh", f"{each}_", (ALL, 36)) for each in "pousr"),
        form("github", "_pat_", (ALL, 22), "_", (ALL, 59)),
    ),
    "gitlab": (
        form("gl", "pat-", (DASHED, 20)),
        form("gl", "pat-", (DASHED, 40), ".01.", (LOW, 9)),
        form("gl", "cbt-", (HEX, 2), "_", (DASHED, 20)),
        form("gl", "dt-", (DASHED, 20)),
        form("gl", "rt-t1_", (DASHED, 27), ".01.", (LOW, 9)),
        form("gl", "ptt-", (HEX, 40)),
        form("gl", "imt-", (DASHED, 25)),
        form("gl", "agent-", (DASHED, 50)),
        form("GR13", "48941", (DASHED, 20)),
    ),
    "slack": (
        form("xo", "xb-", (digits, 12), "-", (digits, 12), "-", (ALL, 24)),
        form("xo", "xp-", *(((digits, 12)), "-") * 3, (HEX, 32)),
        form("xa", "pp-1-A", (UP, 10), "-", (digits, 13), "-", (HEX, 64)),
        form("xo", "xe.xo", "xp-1-", (ALL, 163)),
        form("https://hooks.sl", "ack.com/services/T", (UP, 10), "/B", (UP, 10), "/", (ALL, 24)),
    ),
    "stripe": (
        form("sk", "_live_", (ALL, 24)),
        form("sk", "_test_51", (ALL, 97)),
        form("rk", "_live_", (ALL, 24)),
        form("wh", "sec_", (ALL, 32)),
    ),
    "google": (
        form("AI", "zaSy", (DASHED, 33)),
        form("GOC", "SPX-", (DASHED, 28)),
        form("ya", "29.a0", (DASHED, 120)),
        form("1//", "0g", (DASHED, 98)),
    ),
    "azure": (
        form((DASHED + "~.", 3), "8", "Q~", (DASHED + "~.", 34)),
        form((ALL + "+/", 76), "AC", "Db", (ALL + "+/", 5), ("AQgw", 1), "=="),
        form((ALL + "+/", 76), "+A", "St", (ALL + "+/", 5), ("AQgw", 1), "=="),
        form((ALL, 44), "Az", "Fu", (ALL, 5), ("AQgw", 1), "=="),
        form((ALL, 42), "Az", "Se", ("ABCD", 1), (ALL, 5)),
        form((ALL, 52), "JQQ", "J99", (UP, 12), (ALL, 15)),
        form((ALL, 76), "AZ", "DO", (ALL, 4)),
    ),
    "openai": (
        form("sk", "-proj-", (DASHED, 74), "T3Blbk", "FJ", (DASHED, 74)),
        form("sk", "-svcacct-", (DASHED, 58), "T3Blbk", "FJ", (DASHED, 58)),
        form("sk", "-", (ALL, 20), "T3Blbk", "FJ", (ALL, 20)),
    ),
    "anthropic": (
        form("sk", "-ant-api03-", (DASHED, 93), "AA"),
        form("sk", "-ant-admin01-", (DASHED, 93), "AA"),
        form("sk", "-ant-oat01-", (DASHED, 93), "AA"),
    ),
    "npm": (form("np", "m_", (ALL, 36)),),
    "pypi": (form("py", "pi-AgEIcHlwaS5v", "cmc", (DASHED, 150)),),
    "json web token": (json_web_token,),
    "model hubs": (
        form("h", "f_", (ascii_letters, 34)),
        form("gs", "k_", (ALL, 52)),
        form("pp", "lx-", (ALL, 48)),
        form("r8", "_", (ALL, 37)),
        form("xa", "i-", (ALL, 80)),
    ),
    "clouds": (
        form("do", "p_v1_", (HEX, 64)),
        form("sb", "p_", (HEX, 40)),
        form("ts", "key-auth-", (ALL, 12), "-", (ALL, 32)),
        form("LT", "AI5t", (ALL, 20)),
        form("dap", "i", (HEX, 32)),
        form("HR", "KU-AA", (DASHED, 58)),
        form("fo", "1_", (DASHED, 43)),
        form("sha", "256~", (DASHED, 43)),
        form("psc", "ale_tkn_", (DASHED, 43)),
        form("pu", "l-", (HEX, 40)),
    ),
    "vaults": (
        form("hv", "s.", (DASHED, 95)),
        form("hv", "b.", (DASHED, 150)),
        form("dp", ".pt.", (ALL, 43)),
        form((ALL, 14), ".atla", "sv1.", (DASHED, 67)),
        form("op", "s_ey", "J", (ALL, 260)),
        form("AGE-SEC", "RET-KEY-1", ("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)),
        form("A3-", (UP, 6), "-", (UP, 6), *("-", (UP, 5)) * 4),
    ),
    "registries": (
        form("dck", "r_pat_", (DASHED, 27)),
        form("CCI", "PAT_", (ALL, 22), "_", (HEX, 40)),
        form("bk", "ua_", (HEX, 40)),
        form("c", "io", (ALL, 32)),
        form("ruby", "gems_", (HEX, 48)),
        form("CLO", "JARS_", (HEX, 60)),
        form("AK", "Cp", (ALL, 69)),
        form("cm", "Vmd", (ALL, 59)),
    ),
    "work tools": (
        form("ATA", "TT3", (DASHED, 188)),
        form("nt", "n_", (digits, 11), (ALL, 35)),
        form("lin", "_api_", (ALL, 40)),
        form("PM", "AK-", (HEX, 24), "-", (HEX, 34)),
        form("SG", ".", (DASHED, 22), ".", (DASHED, 43)),
        form("xkey", "sib-", (HEX, 64), "-", (ALL, 16)),
        form((HEX, 32), "-u", "s14"),
        form("ke", "y-", (HEX, 32)),
        form("pat", (ALL, 14), ".", (HEX, 64)),
        form("fig", "d_", (DASHED, 40)),
        form("s", "l.", (DASHED, 135)),
        form("1/", (digits, 16), ":", (HEX, 32)),
        form("s", "k.ey", (ALL, 60), ".", (DASHED, 22)),
    ),
    "monitors": (
        form("gl", "sa_", (ALL, 32), "_", (HEX, 8)),
        form("sn", "tryu_", (HEX, 64)),
        form("dt0", "c01.", (UP, 24), ".", (UP, 64)),
        form("NR", "AK-", (UP, 27)),
        form("ph", "x_", (ALL, 43)),
        form("ls", "v2_pt_", (HEX, 32), "_", (HEX, 10)),
    ),
    "shops and pay": (
        form("shp", "at_", (HEX, 32)),
        form("sq0", "atp-", (DASHED, 22)),
        form("EA", "AA", (DASHED, 60)),
        form("ship", "po_live_", (HEX, 40)),
        form("EZ", "AK", (ALL, 54)),
        form("access-", "production-", (HEX, 8), "-", (HEX, 4), "-4abc-8def-", (HEX, 12)),
    ),
    "bots": (
        form((digits, 10), ":AA", (DASHED, 33)),
        _discord,
        form("https://disc", "ord.com/api/webhooks/", (digits, 18), "/", (DASHED, 68)),
        form("EA", "AC", (ALL, 150)),
        form("SK", (HEX, 32)),
    ),
}
"""By whom they are given out, or what they open."""
