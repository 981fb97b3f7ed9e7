"""What an embedder is given, wherever it runs: no text with a secret in it."""

from __future__ import annotations

from lethelog.memory import Memory
from lethelog.tests.embedding import NGrams
from lethelog.tests.proofs.secret_samples import samples

TOKEN = "gh" + "p_" + "a1B2" * 9  # that of nobody


def test_a_question_is_sent_without_its_secret_and_searched_for_with_it() -> None:
    """Words are looked for here, as they were said; only the meaning may be told elsewhere."""
    embedder = NGrams()
    with Memory.in_memory(embedder=embedder) as memory:
        memory.remember(f"The kettle opens with {TOKEN}.", allow_secrets=True)
        memory.remember("The garden gate is green.")
        memory.embed()
        found = memory.search(f"what opens with {TOKEN}", limit=1).found
        memory.context(f"and {TOKEN}?")
    assert [TOKEN in each.text for each in found] == [True]
    assert len(embedder.questions) == 2
    assert "what opens with [redacted: github token]" in embedder.questions
    assert TOKEN not in "".join(embedder.questions)


def test_a_text_that_was_let_in_with_its_secret_is_sent_without() -> None:
    """To keep it here is one decision, to send it away would be another."""
    embedder = NGrams()
    with Memory.in_memory(embedder=embedder) as memory:
        memory.remember(f"The kettle opens with {TOKEN}.", allow_secrets=True)
        memory.embed()
    assert embedder.documents == ["The kettle opens with [redacted: github token]."]


def test_of_many_secrets_none_is_sent() -> None:
    """Nor one with something in it that nobody sees."""
    embedder = NGrams()
    made = list(samples(40, seed=5))
    with Memory.in_memory(embedder=embedder) as memory:
        memory.remember("tea")
        memory.embed()
        for each in made:
            memory.search(each.text)
        memory.search(f"with {TOKEN[:9]}\u200b{TOKEN[9:]}")
    sent = "\n".join(embedder.questions)
    assert [each.kind for each in made if each.secret in sent] == []
    assert embedder.questions[-1] == "with [redacted: github token]"
