"""Names of sources and ids: one source whatever its spelling, nothing that can be guessed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.domain.identity import Identity, canonical_path, path_above, path_of, squeeze
from lethelog.tests.seals import repeatable_draw

HERE, ELSEWHERE = (Identity(key, repeatable_draw()) for key in (b"here", b"elsewhere"))

names = st.text(min_size=1, max_size=20).filter(lambda name: squeeze(name) != "")
plain_names = st.text("abcäöüßé Ωи１ﬁ", min_size=1, max_size=12).filter(squeeze)


@given(plain_names)
def test_spellings_of_a_path_are_one_source(name: str) -> None:
    """Case, spacing and the Unicode form do not matter."""
    path = path_of("email", name)
    spellings = (
        path.upper(),
        path.swapcase(),
        f"email/  {name.replace(' ', '   ')} ",
        unicodedata.normalize("NFD", path),
        unicodedata.normalize("NFKC", path),
    )
    assert {HERE.lineage(each) for each in spellings} == {HERE.lineage(path)}


@given(names)
def test_squeezing_twice_is_squeezing_once(name: str) -> None:
    """The folded form is its own folded form, or two spellings could meet at one step only."""
    assert squeeze(squeeze(name)) == squeeze(name)


@given(names, names)
def test_other_names_are_other_sources(one: str, other: str) -> None:
    """Only what folds to the same is the same."""
    assume(squeeze(path_of("fact", one)) != squeeze(path_of("fact", other)))
    assert HERE.lineage(path_of("fact", one)) != HERE.lineage(path_of("fact", other))


@given(names, names)
def test_a_slash_in_a_name_makes_no_level(top: str, name: str) -> None:
    """The lineage has one uid for each level, the outermost first."""
    path = path_of("conversation", f"{top}/x", name)
    lineage = HERE.lineage(path)
    assert len(lineage) == 2
    assert lineage[:1] == HERE.lineage(path_above(path))


@given(names)
def test_no_id_is_the_same_under_another_key(name: str) -> None:
    """Two stores share no id of a source, a question or a text."""
    path = path_of("fact", name)
    mine, theirs = HERE.lineage(path)[-1], ELSEWHERE.lineage(path)[-1]
    assert mine != theirs
    assert HERE.query_hash(name) != ELSEWHERE.query_hash(name)
    assert HERE.name_for(name) != ELSEWHERE.name_for(name)
    assert HERE.scoped_tag(name, mine) != ELSEWHERE.scoped_tag(name, mine)


def test_the_id_of_an_item_is_drawn_and_depends_on_nothing_else() -> None:
    """So not even whoever has the key of the store can learn a text from its id."""
    ids = {HERE.new_item() for _ in range(100)}
    assert len(ids) == 100
    one, other = Identity(b"one", repeatable_draw()), Identity(b"other", repeatable_draw())
    assert one.new_item() == other.new_item()


def test_an_id_is_as_long_as_any_other() -> None:
    """Eighty bits in base32, whatever it names."""
    ids = (HERE.new_item(), *HERE.lineage("fact/tea"), HERE.query_hash("tea"), HERE.name_for("tea"))
    assert {len(each) for each in ids} == {16}
    assert set("".join(ids)) <= set("abcdefghijklmnopqrstuvwxyz234567")


@given(names)
def test_a_question_is_one_whatever_its_case_and_spacing(question: str) -> None:
    """So repeating it is no diversity."""
    assert HERE.query_hash(f"  {question}  ") == HERE.query_hash(question)
    assert HERE.query_hash("Where  is TEA") == HERE.query_hash("where is tea")


def test_only_a_telling_text_is_known_everywhere() -> None:
    """Below forty characters a text is known only inside its own source."""
    assert HERE.text_tag("x" * 39) is None
    assert HERE.text_tag("x" * 40) == HERE.text_tag("X" * 40)
    tea, coffee = HERE.lineage("fact/tea")[0], HERE.lineage("fact/coffee")[0]
    assert HERE.scoped_tag("yes", tea) != HERE.scoped_tag("yes", coffee)


@pytest.mark.parametrize("path", ["", "tea", "/", "fact/", "/tea", "fact//tea", "fact/ /tea"])
def test_a_path_has_a_kind_and_a_name(path: str) -> None:
    """Anything else is no source, and the error shows what one looks like."""
    with pytest.raises(InvalidInput, match="is not a source"):
        canonical_path(path)


def test_a_name_has_an_end() -> None:
    """A thousand characters are a name, one more is not."""
    assert canonical_path("fact/" + "x" * 995)
    with pytest.raises(InvalidInput, match="1000 are allowed"):
        canonical_path("fact/" + "x" * 996)
