"""Tokens that are known by how they begin, or by a mark at one place, as their makers publish it.

Each pattern begins at a fixed word, or where a run of letters begins, and what follows it is one
class of characters or has a bound, so that a search takes time in proportion to the text, whatever
the text. Lengths are a little wider than the makers say.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

APART: Final = "(?<![A-Za-z0-9])"  # a prefix in the middle of a word is none
DASHED: Final = "[A-Za-z0-9_-]"
_WORD: Final = "[A-Za-z0-9]"
_BASE64: Final = "[A-Za-z0-9+/]"
_ALONE: Final = "(?<![A-Za-z0-9+/_-])"  # nor in the middle of what Base64 wrote
_END: Final = "(?![A-Za-z0-9])"


class Span(NamedTuple):
    """A secret in a text: where it begins and ends, and what it is."""

    start: int
    end: int
    kind: str


class Shape(NamedTuple):
    """What a secret looks like.

    One of the `hints` stands in each text that has one, which is found much faster.
    """

    kind: str
    hints: tuple[str, ...]
    pattern: re.Pattern[str]  # a group `secret` is what is left out, else all of it
    is_one: Callable[[str], bool]


def is_drawn(value: str) -> bool:
    """Whether it looks drawn by chance: with a digit among letters, or both cases mixed inside."""
    has_digit = any(each.isdigit() for each in value)
    has_letter = any(each.isalpha() for each in value)
    mixed = any(each.isupper() for each in value[1:]) and any(each.islower() for each in value)
    return has_letter and (has_digit or mixed)


def shape(kind: str, hints: str, pattern: str) -> Shape:
    """What looks drawn where a pattern says so."""
    return Shape(kind, tuple(hints.split()), re.compile(pattern), is_drawn)


def _is_no_placeholder(value: str) -> bool:
    """Nobody draws one letter ten times."""
    return re.search(r"([Xx*.])\1{9}", value) is None


def _token(kind: str, prefixes: str, rest: str) -> Shape:
    """A prefix of its own and then letters, so many that no word of prose is one."""
    hints = tuple(prefixes.split())
    pattern = re.compile(f"{APART}(?:{'|'.join(map(re.escape, hints))}){rest}")
    return Shape(kind, hints, pattern, _is_no_placeholder)


_OF_CODE: Final = (
    _token("github token", "ghp_ gho_ ghu_ ghs_ ghr_", f"{_WORD}{{20,255}}"),
    _token("github token", "github_pat_", "[A-Za-z0-9_]{20,255}"),
    _token(
        "gitlab token",
        "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941",
        "[A-Za-z0-9_.-]{16,320}",
    ),
    _token("npm token", "npm_", f"{_WORD}{{30,255}}"),
    _token("pypi token", "pypi-AgE pypi-AgN", f"{DASHED}{{16,1024}}"),
    shape("pypi token", "pypi-", f"{APART}pypi-{DASHED}{{40,1024}}"),
    _token("registry token", "dckr_pat_ dckr_oat_", f"{DASHED}{{24,255}}"),
    _token("registry token", "rubygems_", "[a-f0-9]{48}"),
    _token("registry token", "CLOJARS_", f"{_WORD}{{60}}"),
    _token("registry token", "AKCp", f"{_WORD}{{60,80}}{_END}"),
    shape("registry token", "cmVmd", f"{_ALONE}cmVmd{_WORD}{{59}}(?![A-Za-z0-9+/=])"),
    shape("registry token", "oy2", f"{APART}oy2[a-z0-9]{{43}}{_END}"),
)
_OF_MODELS: Final = (
    _token("anthropic key", "sk-ant-", f"{DASHED}{{20,255}}"),
    _token("openai key", "sk-proj- sk-svcacct- sk-admin- sk-None- sess-", f"{DASHED}{{20,255}}"),
    _token("openai key", "sk-", f"{_WORD}{{20,255}}(?!{DASHED})"),
    shape("api key", "sk-", rf"{APART}sk-(?={DASHED}{{0,64}}\d){DASHED}{{32,255}}"),
    _token("hugging face token", "hf_ api_org_", f"{_WORD}{{20,255}}"),
    _token("api key", "gsk_ xai- pplx- r8_ pnu_", r"[\w-]{24,255}"),
)
_OF_CLOUDS: Final = (
    _token("aws access key", "AKIA ASIA ABIA ACCA", "[A-Z0-9]{16}(?![A-Za-z0-9])"),
    # The other half of a pair that stands beside the first, as in the file that the console gives.
    shape(
        "aws secret key",
        "AKIA ASIA",
        rf"{APART}A[KS]IA[A-Z0-9]{{16}}(?:[^A-Za-z0-9/+]{{1,20}}[A-Za-z_]{{1,20}}){{0,5}}?"
        r"[^A-Za-z0-9/+]{1,20}(?P<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    _token("google key", "AIza", f"{DASHED}{{30,45}}"),
    _token("google token", "GOCSPX- ya29. 1//0", "[A-Za-z0-9_.-]{20,1024}"),
    shape("azure secret", "Q~", r"(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])"),
    shape(
        "azure key",
        "APIM ACDb +ABa +AMC +ASt AIoT AZEG +ASb +AEh +ARm AzCa AzFu AzSe +ACR JQQJ9 AZDO",
        rf"{_ALONE}(?:"
        rf"{_BASE64}{{76}}(?:APIM|ACDb|\+(?:ABa|AMC|ASt)){_BASE64}{{5}}[AQgw]=="
        rf"|{_BASE64}{{33}}(?:AIoT|AZEG|AzCa|\+(?:ASb|AEh|ARm))[A-P]{_BASE64}{{5}}="
        rf"|{DASHED}{{44}}AzFu{DASHED}{{5}}[AQgw]=="
        rf"|{_WORD}{{42}}AzSe[A-D]{_WORD}{{5}}{_END}|{_BASE64}{{42}}\+ACR[A-D]{_BASE64}{{5}}{_END}"
        rf"|{_WORD}{{52}}JQQJ9[9DH]{_WORD}{{24,28}}(?:==)?|{_WORD}{{76}}AZDO{_WORD}{{4}}{_END})",
    ),
    _token("cloud token", "LTAI", f"{_WORD}{{16,26}}{_END}"),
    _token("cloud token", "HRKU-AA", f"{DASHED}{{40,80}}"),
    _token("cloud token", "fo1_ fm1a_ fm1r_ fm2_", r"[\w+/=-]{40,2048}"),
    _token("cloud token", "sha256~", f"{DASHED}{{43}}(?!{DASHED})"),
    _token("cloud token", "pscale_tkn_ pscale_oauth_ pscale_pw_", r"[\w=.-]{32,64}"),
    _token("cloud token", "pul-", f"[a-f0-9]{{40}}{_END}"),
    _token("cloud token", "dop_v1_ doo_v1_ dor_v1_ dapi hvs. hvb.", r"[\w-]{24,320}"),
    _token("vault token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim.", r"(?:[\w-]{2,35}\.)?\w{40,44}"),
    shape("vault token", ".atlasv1.", rf"{APART}{_WORD}{{14}}\.atlasv1\.[\w=-]{{60,70}}"),
    _token("vault token", "ops_eyJ", r"[\w+/=-]{200,4096}"),
    _token(
        "vault key",
        "A3-",
        r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
    ),
    _token("private key", "AGE-SECRET-KEY-1", "[A-Z0-9]{50,70}"),
)
_OF_TALK: Final = (
    _token(
        "slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xwfp-", "[\\w-]{10,255}"
    ),
    _token("slack token", "xoxe.xox", "[a-z]-[\\w-]{10,255}"),
    _token(
        "slack webhook",
        "hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/",
        "[A-Za-z0-9_/-]{16,255}",
    ),
    _token(
        "discord webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        r"\d{10,25}/[\w-]{20,255}",
    ),
    # The number of the bot comes first, which Base64 lets begin with one of these.
    shape(
        "discord token",
        "MT Mj Mz ND NT Nj Nz OD OT",
        r"(?<![\w.+/-])(?:M[Tjz]|N[DTjz]|O[DT])[A-Za-z0-9]{20,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w.-])",
    ),
    shape("bot token", ":AA", rf"(?<!\d)\d{{8,10}}:AA{DASHED}{{30,40}}(?!{DASHED})"),
    shape("facebook token", "EAA", rf"{_ALONE}EAA[A-Z]{_WORD}{{90,400}}(?![A-Za-z0-9+/=_-])"),
    shape("twilio key", "SK", f"{APART}SK[0-9a-f]{{32}}{_END}"),
)
_OF_WORK: Final = (
    _token(
        "stripe key",
        "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ whsec_",
        f"{_WORD}{{16,255}}",
    ),
    _token("shop token", "shpat_ shpca_ shppa_ shpss_ sq0atp- sq0csp-", r"[\w-]{20,255}"),
    shape("shop token", "EAAA", rf"{_ALONE}EAAA{DASHED}{{58,62}}(?![A-Za-z0-9+/=_-])"),
    _token("shop token", "EZAK EZTK", f"{_WORD}{{54}}{_END}"),
    _token("shop token", "shippo_live_ shippo_test_", "[A-Fa-f0-9]{40}"),
    _token("bank token", "access-production- access-sandbox- access-development-", "[a-f0-9-]{36}"),
    _token("atlassian token", "ATATT3 ATCTT3", r"[\w=-]{100,400}"),
    _token("atlassian token", "ATBB", f"{_WORD}{{32}}{_END}"),
    _token("mail key", "SG.", r"[\w-]{16,64}\.[\w-]{16,128}"),
    _token("mail key", "xkeysib- xsmtpsib-", f"[a-f0-9]{{64}}-{_WORD}{{16}}"),
    shape("mail key", "-us", rf"{APART}[0-9a-f]{{32}}-us\d{{1,2}}(?!\w)"),
    shape("mail key", "key-", f"(?<![A-Za-z0-9-])key-[0-9a-f]{{32}}{_END}"),
    shape("api key", "pat", rf"{APART}pat{_WORD}{{14}}\.[0-9a-f]{{64}}"),
    _token("api key", "figd_ figo_ figu_", f"{DASHED}{{36,64}}"),
    _token("api key", "lin_api_ ntn_ glsa_ glc_ NRAK- NRII- PMAK-", r"[\w-]{24,255}"),
    _token("api key", "sntryu_ sntrys_", r"[\w+/=-]{40,512}"),
    _token("api key", "CCIPAT_ CCIPRJ_", f"{_WORD}{{18,26}}_[0-9a-f]{{40}}"),
    _token("api key", "bkua_ sbp_", "[0-9a-f]{40}"),
    _token("api key", "phx_ lsv2_pt_ lsv2_sk_", r"\w{32,64}"),
    _token("api key", "tskey-", r"[a-z]{2,12}-[\w-]{16,128}"),
    shape("api key", "sl.", rf"{APART}sl\.{DASHED}{{100,2048}}"),
    shape("api key", "cio", f"{APART}cio{_WORD}{{32}}{_END}"),
    shape("map key", "sk.ey", rf"{APART}sk\.ey{_WORD}{{40,128}}\.{DASHED}{{20,40}}"),
    shape("api key", "/", rf"(?<![\w/.:])\d/\d{{15,17}}(?:/\d{{15,17}})?:[0-9a-f]{{32}}{_END}"),
    _token("api key", "dt0c01. dt0s01. dt0s16.", r"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
)

TOKENS: Final = (*_OF_CODE, *_OF_MODELS, *_OF_CLOUDS, *_OF_TALK, *_OF_WORK)
"""By whom they are given out."""
