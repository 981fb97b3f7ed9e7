"""The first half of the demo: what is learned, asked, promoted, explained and corrected."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from ..domain.times import day
from ..memory import Memory
from .life import Life, Question
from .stage import HITS, Stage, excerpt, one_line

_NAMES: Final = {
    "conversation": "conversations",
    "email": "e-mails",
    "receipt": "receipts",
    "fact": "list of facts",
}


def learn(stage: Stage, memory: Memory, life: Life) -> None:
    """Ingests every file, and then every file again."""
    stage.heading("Every text becomes an event; the same text again does not")
    files, texts = Counter[str](), Counter[str]()
    for file in life.files:
        learned = memory.ingest(file)
        kind = learned.sources[0].partition("/")[0]
        files[kind] += 1
        texts[kind] += len(learned.items)
    for kind, name in _NAMES.items():
        stage.say(f"{files[kind]:>2} {name:<15}", (f"{texts[kind]:>3} texts", "dim"))
    first = memory.status().position
    stage.prove("each text became one event", holds=first == texts.total() > 0)
    again = [memory.ingest(file).items for file in life.files]
    stage.say("   ", (f"the first time  {first:>3} events", "cyan"))
    stage.say("   ", (f"once more       {sum(map(len, again)):>3} events", "cyan"))
    stage.prove(
        "the same files again add no event",
        holds=not any(again) and memory.status().position == first,
    )


def ask_all(stage: Stage, memory: Memory, life: Life) -> None:
    """Asks each question and shows what answers it."""
    stage.heading("An answer comes with its source and every part of its score")
    stage.say(("rank. answer; score = relevance × retention × importance × trust", "dim"))
    for question in life.questions:
        ask(stage, memory, question, question.answer_contains)


def ask(stage: Stage, memory: Memory, question: Question, words: str) -> None:
    """Asks one question and shows the best answer that has the words, with its rank."""
    stage.say((question.question, "italic cyan"))
    found = memory.search(question.question, limit=HITS).found
    fitting = [(n, each) for n, each in enumerate(found, start=1) if words in one_line(each.text)]
    stage.prove(f"{question.question!r} finds {words!r}", holds=bool(fitting))
    rank, best = fitting[0]
    dated = "" if best.dated_at is None else f", {day(best.dated_at)}"
    stage.say(f"  {rank}. ", excerpt(best.text, words))
    stage.say(
        (f"     {best.score:.3f}", "yellow"),
        f" = {best.relevance:.3f} × {best.retention:.3f} × {best.importance:.2f}"
        f" × {best.trust:.2f}   ",
        (f"{best.source}{dated}", "blue"),
    )


def dream(stage: Stage, memory: Memory, life: Life) -> None:
    """Asks in other words, and promotes what was asked for so often."""
    stage.heading("What is asked for often, in many ways, is promoted and never fades")
    lasting = life.lasting
    [before] = memory.search(lasting.question, limit=1, record=False).found
    phrasings = [words for question in life.questions for words in question.repeat]
    for phrasing in phrasings:
        memory.search(phrasing, limit=HITS)
    stage.say(f"{len(phrasings)} more phrasings are asked; the dream then promotes:")
    promoted = memory.dream().promoted
    table = _table(memory)
    for each in sorted(promoted, key=lambda each: -each.score.total):
        score = each.score
        parts = (score.frequency, score.relevance, score.diversity, score.recency)
        text = Text(one_line(each.text), no_wrap=True, overflow="ellipsis")
        table.add_row(f"{score.total:.3f}", *(f"{part:.3f}" for part in parts), text)
    stage.show(table)
    [after] = memory.search(lasting.question, limit=1, record=False).found
    stage.prove(
        f"{lasting.turn} is promoted",
        holds=after.source == lasting.turn and after.item in {each.item for each in promoted},
    )
    stage.prove_aloud(
        f"the tiles no longer fade: asked again they score {after.score:.3f}, "
        f"not {before.score:.3f}",
        holds=after.retention == 1.0 and after.score > before.score,
    )


def explain(stage: Stage, memory: Memory, life: Life) -> None:
    """Tells why the lasting answer is known for good."""
    stage.heading("Why is this known for good? Every number is kept")
    [best] = memory.search(life.lasting.question, limit=1, record=False).found
    stage.show(_story(memory, best.item))
    story = memory.why(best.item)
    rests_on = story.promotion.rests_on if story.promotion else ()
    stage.prove(
        "a promotion names the recalls that it rests on",
        holds=rests_on == tuple(each.position for each in story.recalls if each.counts) != (),
    )


def correct(stage: Stage, memory: Memory, life: Life) -> None:
    """Replaces what is no longer true and asks again."""
    stage.heading("A corrected fact gives way, and stays in the story")
    question, correction = life.corrected
    found = memory.search(question.question, limit=HITS, record=False).found
    old = next(each.item for each in found if each.text == correction.old)
    [new] = memory.correct(old, correction.new, note=correction.because).items
    words = correction.new.rpartition(" phone ")[2].rstrip(".")
    ask(stage, memory, question, words)
    [step] = memory.why(old).chain
    stage.say(("old ", "dim"), (step.text, "strike"))
    stage.say(
        (" └─ ", "dim"),
        f"{step.reason} by a {step.judge} at position {step.position}, because of {step.note}",
    )
    stage.say(("new ", "dim"), (step.by_text or "", "bold"))
    best = memory.search(question.question, limit=1, record=False).found[0]
    current = memory.why(old).current
    stage.prove("the new fact answers first", holds=best.item == new == step.by)
    stage.prove("the chain ends at the new fact", holds=current is not None and current.item == new)


def _table(memory: Memory) -> Table:
    """Empty, with the weight of each part above its column."""
    policy = memory.policy.promotion
    weights = {
        "frequency": policy.frequency_weight,
        "relevance": policy.relevance_weight,
        "diversity": policy.diversity_weight,
        "recency": policy.recency_weight,
    }
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(f"score\n≥ {policy.score_min:.2f}", style="yellow", min_width=6)
    for part, weight in weights.items():
        table.add_column(f"{part}\n× {weight:.2f}", justify="right", min_width=len(part))
    table.add_column("")
    return table


def _story(memory: Memory, item: str) -> Tree:
    story = memory.why(item)
    tree = Tree(excerpt(story.item.text), guide_style="dim")
    said_on = "an unknown day" if story.item.dated_at is None else day(story.item.dated_at)
    _branch(
        tree, f"said by {story.item.author} on {said_on}, in ", (story.item.source or "", "blue")
    )
    recalls = _branch(tree, f"found by {len(story.recalls)} searches, at these positions")
    for recall in story.recalls:
        _branch(
            recalls,
            f"{recall.position} ",
            (f"{recall.score:.3f}", "yellow"),
            f" = {recall.relevance:.3f} × {recall.retention:.3f} × {recall.importance:.2f}"
            f" × {recall.trust:.2f} ",
            (recall.query, "italic cyan"),
        )
    _add_promotion(tree, memory, item)
    against = len(story.contradictions) + len(story.chain)
    _branch(tree, f"contradicted or superseded {against} times: trust {story.trust:.2f}")
    return tree


def _add_promotion(tree: Tree, memory: Memory, item: str) -> None:
    line = memory.why(item).promotion
    if line is None:
        return
    policy = line.policy
    branch = _branch(
        tree,
        f"promoted at position {line.position} by a {line.judge}: ",
        (f"{line.total:.3f}", "yellow"),
        f", with {policy.score_min:.2f} needed",
    )
    for part, weight, share, reason in (
        ("frequency", policy.frequency_weight, line.frequency, f"{line.recalls} recalls"),
        ("relevance", policy.relevance_weight, line.relevance, "the mean match of the text"),
        ("diversity", policy.diversity_weight, line.diversity, f"{line.queries} different queries"),
        ("recency", policy.recency_weight, line.recency, "the time since the last recall"),
    ):
        _branch(branch, f"{weight * share:.3f} = {weight:.2f} × {share:.3f} {part}, {reason}")
    _branch(branch, f"rests on the recalls {', '.join(map(str, line.rests_on))}")


def _branch(tree: Tree, *parts: str | tuple[str, str]) -> Tree:
    """One more line below, cut where the terminal ends."""
    return tree.add(Text.assemble(*parts, no_wrap=True, overflow="ellipsis"))
