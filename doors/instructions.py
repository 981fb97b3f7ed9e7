"""What an agent is told about the memory when it connects, for each shape that it is served in.

A client that looks tools up only when they are asked for may show the first line alone.
"""

from __future__ import annotations

from typing import Final

from ..domain.capabilities import Profile
from .tool import DATA

INSTRUCTIONS: Final[dict[Profile, str]] = {
    "memory": f"""\
A memory that outlasts this conversation. Call memory_context when a conversation begins.
Call memory_search before you answer about people, preferences, plans or the past. Call
memory_remember for what should be known later: one self-contained text each, keyed where something
has one value at a time; for what a page or a tool told you, say so with came_by. Where something
changed, use memory_supersede; where two things cannot both be true and you do not know which is,
memory_contradict. Nothing is ever lost by these. To take something away for good, memory_forget has
a person decide. {DATA}""",
    "graph": f"""\
A knowledge graph that outlasts this conversation: entities with observations, and their relations.
Call search_nodes or open_nodes before you answer about people, preferences, plans or the past. What
should be known later becomes an entity (create_entities), a fact about one (add_observations) or a
relation in active voice (create_relations). What is deleted holds no more and stays in the history;
a person can take it away for good. {DATA}""",
    "files": f"""\
A folder of files, /memories, that outlasts this conversation. Look into it when one begins.
Keep in it what should be known later. What is deleted or written over holds no more and stays in
the history; a person can take it away for good. {DATA}""",
}
