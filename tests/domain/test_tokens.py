"""Counting tokens without a vocabulary: on the safe side, and additive line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.tokens import ELLIPSIS, count_tokens, cut, fit

TEXTS = st.text(
    st.one_of(
        st.sampled_from(
            "aeinrst ETA 0123 .,-\n\t_[]{}()…äßéłñ ждл αβγ 緑茶は 녹차 मद ชา 😍👩\u200d💻"
        ),
        st.characters(codec="utf-8"),
    )
)
LINES = TEXTS.map(lambda text: text.replace("\n", " "))

# The most that any of seven tokenisers makes of each, which the module names.
MEASURED = (
    ("The green tea is in the cellar, behind the wine that Ben's mother gave us last year.", 22),
    ("Melanie's daughter Siobhan plays the violin; she practises every Thursday at four.", 21),
    ("Der Schlüssel zum Gartenhaus hängt neben der Kellertür, gleich hinter dem Feuerlöscher.", 30),
    ("Elle préfère le thé vert, surtout l'après-midi, mais jamais après dix-neuf heures.", 30),
    ("La reunión se ha aplazado hasta el próximo miércoles porque Íñigo está enfermo.", 28),
    ("Ключ от дачи лежит под цветочным горшком у задней двери.", 28),
    ("Το κλειδί του σπιτιού είναι κάτω από τη γλάστρα.", 53),
    ("绿茶放在地下室的架子上，就在去年妈妈送的红酒后面。", 36),
    ("緑茶は地下室の棚の上、去年母がくれたワインの後ろにあります。", 35),
    ("녹차는 지하실 선반 위, 작년에 어머니가 주신 와인 뒤에 있습니다.", 45),
    ("الشاي الأخضر في القبو خلف النبيذ.", 29),
    ("हरी चाय तहखाने में शराब के पीछे रखी है।", 43),
    ("ชาเขียวอยู่ในห้องใต้ดินหลังไวน์", 57),
    ("def age(then: int, now: int) -> float:\n    return (now - then) / 86_400_000_000\n", 39),
    ('{"item": "hapv3kxi6xrvpygx", "rank": 1, "score": 0.525, "counts": true}', 39),
    ("SELECT item.d, count(*) AS recalls FROM ground GROUP BY item.d ORDER BY recalls DESC", 28),
    ("2026-02-03T18:30:00Z, 1,234,567.89 EUR, +49 30 901820, 192.168.178.1", 65),
    ("I love it 😍🎉 see you tomorrow 👋🏽 ☀️ 👩\u200d💻", 33),
    ("https://www.example.com/path/to/some-page?id=42&ref=homepage#section", 27),
    ("d41d8cd98f00b204e9800998ecf8427e hapv3kxi6xrvpygx loar4ak4h5kpmeir", 53),
)


@pytest.mark.parametrize(("text", "measured"), MEASURED)
def test_no_tokeniser_that_was_measured_makes_more(text: str, measured: int) -> None:
    """Of prose in many scripts, code, numbers, emoji and ids; nor is it beyond all measure."""
    assert measured <= count_tokens(text) <= 2.5 * measured


def test_nothing_takes_nothing() -> None:
    """An empty text has no token."""
    assert count_tokens("") == 0


@given(LINES, LINES)
def test_lines_add_up(first: str, second: str) -> None:
    """Two lines take what each takes, and one for the break, so a page fills line by line."""
    assert count_tokens(f"{first}\n{second}") == count_tokens(first) + 1 + count_tokens(second)


@given(TEXTS)
def test_no_text_takes_more_than_its_bytes(text: str) -> None:
    """That is what a tokeniser falls back to, so to count more would be waste."""
    assert count_tokens(text) <= len(text.encode())


@given(TEXTS, st.integers(-1, 40))
def test_what_is_cut_fits_and_is_the_beginning(text: str, tokens_max: int) -> None:
    """It is the whole text where that fits, else its beginning with a mark, or nothing."""
    shown = cut(text, tokens_max)
    assert count_tokens(shown) <= max(tokens_max, 0)
    if count_tokens(text) <= tokens_max:
        assert shown == text
    elif shown:
        assert shown.endswith(ELLIPSIS)
        assert text.startswith(shown.removesuffix(ELLIPSIS))


@given(st.lists(LINES, max_size=6), st.integers(0, 60))
def test_the_first_texts_that_fit_are_taken(texts: list[str], tokens_max: int) -> None:
    """As many as there is room for, a line each, and no more would fit."""
    taken = fit(texts, tokens_max)
    assert list(taken) == texts[: len(taken)]
    assert count_tokens("".join(f"{each}\n" for each in taken)) <= tokens_max
    if len(taken) < len(texts):
        more = (*taken, texts[len(taken)])
        assert count_tokens("".join(f"{each}\n" for each in more)) > tokens_max


def test_a_lone_surrogate_is_counted_and_no_error() -> None:
    """Text that no encoding can write may still come by."""
    assert count_tokens("\ud800") == 3
