"""Whether a text tells a time, and whether a question asks for one: cheap enough for every item."""

from __future__ import annotations

import re
from typing import Final

_STRETCH = (
    "(?:night|morning|afternoon|evening|weekend|week|month|year|spring|summer|autumn|fall|winter"
    "|few|couple|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?"
)
# In groups by their first letter, behind one space, small and ASCII: so most words of a text are
# passed by at their first letter. `may` is a month beside a number or a word that says so.
CUE: Final = re.compile(
    rf""" [ ](?:(?:
        a(?:go|pril|pr|ugust|ug)
        |d(?:ays|ecember|ec)
        |early[ ]may
        |f(?:ebruary|eb|ridays?)
        |in[ ]may
        |j(?:anuary|an|une|un|uly|ul)
        |la(?:st[ ](?:{_STRETCH}|may)|te[ ]may)
        |m(?:arch|ay[ ][0-9]{{1,4}}|id(?:[ ]may|-[a-z]{{2,9}})|ondays?|onths?)
        |n(?:ext[ ](?:{_STRETCH}|may)|ovember|ov)
        |o(?:ctober|ct|f[ ]may)
        |past[ ]{_STRETCH}
        |recently
        |s(?:aturdays?|eptember|ept|ep|ince[ ]may|undays?)
        |t(?:he[ ]other[ ]day|his[ ]{_STRETCH}|hursdays?|oday|omorrow|onight|uesdays?)
        |until[ ]may
        |w(?:ednesdays?|eekends?|eeks?)
        |y(?:ears?|esterday)
        |(?:19|20)[0-9][0-9]
        |[0-9][0-9]?(?::[0-9][0-9]|/[0-9][0-9]?|st|nd|rd|th|[ ]?[ap]\.?m|[ ]may)
    )\b)""",
    re.VERBOSE | re.ASCII,
)
ASKED: Final = re.compile(
    r"^\W{0,3}when\b(?!.{0,100},)"
    r"|\bwhen(?:'s|’s|'d|’d|\s(?:exactly|else|again|in\s\d{4}))?"
    r"(?:\s(?:did|do|does|was|were|is|are|am|has|have|had|will|would|should|can|could|might)\b"
    r"|\s?[?.!]?\s?$)"
    r"|\bwhen(?:'s|’s|'d|’d)\s"
    r"|\b(?:know|remember|recall|tell\sme|forgot|forget|since|find\sout|say|said)\swhen\b"
    r"|\b(?:what|which)\s(?:exact\s|specific\s|other\s)?"
    r"(?:day|date|time|year|month|week|weekend|weekday|season)s?\b"
    r"(?!\s(?:management|zones?|travel|machine|limit|series))"
    r"|\bhow\slong\sago\b"
    r"|\bhow\smany\s(?:days|weeks|months|years)\sago\b"
)


def tells_time(text: str) -> bool:
    """It has a date, a weekday, a month, a year, a clock time, or a word such as yesterday.

    A word counts behind a space, at the beginning of a line or behind a bracket.
    """
    return CUE.search(f" {text}".lower().replace("\n", " ").replace("(", " ")) is not None


def asks_when(text: str) -> bool:
    """A time is asked for; `how did you feel when it rained` asks for none."""
    return ASKED.search(text.lower()) is not None
