"""Names of namespaces, and who may read the shared one."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.capabilities import VERBS, VERBS_DEFAULT, Grant
from lethelog.domain.errors import InvalidInput
from lethelog.domain.namespaces import DEFAULT, check_namespace, is_visible

_ALLOWED = frozenset(string.ascii_lowercase + string.digits + "-_")


@pytest.mark.parametrize("name", ["work", "a", "agent-7", "x_1", "0", "a" * 64])
def test_plain_words_are_names(name: str) -> None:
    """Each is a folder on every system."""
    assert check_namespace(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../other", "a/b", "a\\b", "a.b", "Work", "-a", "_a", "a b", "a\n"),
        *("a\0", "ä", "a" * 65, "con", "nul", "com1", "lpt9", "~", "c:", "work "),
    ],
)
def test_nothing_that_leads_elsewhere_is_a_name(name: str) -> None:
    """Nor what two systems read differently."""
    with pytest.raises(InvalidInput, match="is no name of a namespace"):
        check_namespace(name)


@given(st.text(max_size=70))
def test_a_name_is_one_segment_of_a_path_in_one_case(name: str) -> None:
    """Whatever is given."""
    try:
        check_namespace(name)
    except InvalidInput:
        return
    assert set(name) <= _ALLOWED
    assert name[0] not in "-_"


def test_a_file_names_who_may_read_or_everybody() -> None:
    """Whole names alone count, and what stands after a # is for people."""
    assert is_visible("work\nhome", "work")
    assert is_visible("  work  # the office\n", "work")
    assert is_visible("*", "anybody")
    assert not is_visible("", "work")
    assert not is_visible("workshop\n#work\nwo\nrk", "work")
    assert not is_visible("# *", "work")


def test_what_leaves_the_store_or_is_decided_for_good_is_granted_by_name_only() -> None:
    """An agent reads, writes, and plans to forget."""
    assert set(VERBS) - VERBS_DEFAULT == {"promote", "export"}
    grant = Grant(namespace=DEFAULT)
    assert (grant.allows("write"), grant.allows("promote"), grant.channel) == (True, False, "agent")
    assert (grant.options, Grant(namespace="work").options) == ("", "--namespace work")
