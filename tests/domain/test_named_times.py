"""Which words of a question are times, and which only look like it."""

from __future__ import annotations

from typing import Final

import pytest

from lethelog.domain.expressions import BEGINNING, windows_in
from lethelog.domain.times import day, parse

NOW: Final = parse("2026-11-18T15:30:00")  # a Wednesday
START: Final = day(BEGINNING)

# A question, what of it names a time, its first day, and the day after its last.
NAMED: Final = [
    ("What did I write yesterday?", "yesterday", "2026-11-17", "2026-11-18"),
    ("what happened today", "today", "2026-11-18", "2026-11-19"),
    ("Who comes tonight?", "tonight", "2026-11-18", "2026-11-19"),
    ("What did she say this morning?", "this morning", "2026-11-18", "2026-11-19"),
    ("What did we eat last night?", "last night", "2026-11-17", "2026-11-18"),
    ("Who rang the day before yesterday?", "the day before yesterday", "2026-11-16", "2026-11-17"),
    ("What did Anna say last week?", "last week", "2026-11-09", "2026-11-16"),
    ("What is new this week?", "this week", "2026-11-16", "2026-11-23"),
    ("What did I spend over the past week?", "over the past week", "2026-11-11", "2026-11-19"),
    ("Where was I last month?", "last month", "2026-10-01", "2026-11-01"),
    ("Which books did I read this month?", "this month", "2026-11-01", "2026-12-01"),
    ("Who moved last year?", "last year", "2025-01-01", "2026-01-01"),
    ("What did I earn this year?", "this year", "2026-01-01", "2027-01-01"),
    ("Who visited in the last year?", "in the last year", "2025-11-17", "2026-11-19"),
    ("Where did we hike last weekend?", "last weekend", "2026-11-14", "2026-11-16"),
    ("Who came over the weekend?", "over the weekend", "2026-11-14", "2026-11-16"),
    ("What is planned this weekend?", "this weekend", "2026-11-21", "2026-11-23"),
    ("Where did we swim last summer?", "last summer", "2026-06-01", "2026-09-01"),
    ("Where were we last winter?", "last winter", "2025-12-01", "2026-03-01"),
    ("What did I plant in spring?", "in spring", "2026-03-01", "2026-06-01"),
    ("What did I pay 3 days ago?", "3 days ago", "2026-11-15", "2026-11-16"),
    ("What did I order two weeks ago?", "two weeks ago", "2026-11-01", "2026-11-08"),
    ("Who fell ill a month ago?", "a month ago", "2026-10-01", "2026-11-01"),
    ("Where did she move from 4 years ago?", "4 years ago", "2022-01-01", "2023-01-01"),
    (
        "Who wrote a couple of months ago?",
        "a couple of months ago",
        "2026-08-01",
        "2026-10-01",
    ),
    ("What did I start a few years ago?", "a few years ago", "2021-01-01", "2025-01-01"),
    ("What broke in the last 10 days?", "in the last 10 days", "2026-11-08", "2026-11-19"),
    (
        "What broke during the past six months?",
        "during the past six months",
        "2026-05-19",
        "2026-11-19",
    ),
    ("What did we decide on Monday?", "on Monday", "2026-11-16", "2026-11-17"),
    ("What did we decide on Wednesday?", "on Wednesday", "2026-11-11", "2026-11-12"),
    ("Who called last Friday?", "last Friday", "2026-11-13", "2026-11-14"),
    ("What was said on Tue?", "on Tue", "2026-11-17", "2026-11-18"),
    ("What is due this Friday?", "this Friday", "2026-11-20", "2026-11-21"),
    ("What happened Sunday night?", "Sunday", "2026-11-15", "2026-11-16"),
    ("Where was I from Monday to Friday?", "from Monday to Friday", "2026-11-16", "2026-11-21"),
    ("Where did I ski in January?", "in January", "2026-01-01", "2026-02-01"),
    ("Where did I ski in December?", "in December", "2025-12-01", "2026-01-01"),
    ("what did i buy in may?", "in may", "2026-05-01", "2026-06-01"),
    ("What did I do in November?", "in November", "2026-11-01", "2026-12-01"),
    ("Which talks were held last March?", "last March", "2026-03-01", "2026-04-01"),
    ("Which talks were held last November?", "last November", "2025-11-01", "2025-12-01"),
    ("What came up at the October meeting?", "at the October", "2026-10-01", "2026-11-01"),
    ("What did she say in March 2023?", "in March 2023", "2023-03-01", "2023-04-01"),
    ("Notes of Sept. 2023?", "Sept. 2023", "2023-09-01", "2023-10-01"),
    ("Who was born on May 7?", "on May 7", "2026-05-07", "2026-05-08"),
    ("who was born on may 7th?", "on may 7th", "2026-05-07", "2026-05-08"),
    ("What happened on December 1?", "on December 1", "2025-12-01", "2025-12-02"),
    ("Who rang on 7 May 2023?", "on 7 May 2023", "2023-05-07", "2023-05-08"),
    ("Who rang on the 7th of May, 2023?", "on the 7th of May, 2023", "2023-05-07", "2023-05-08"),
    ("The picture of December 1,2023?", "December 1,2023", "2023-12-01", "2023-12-02"),
    ("What was there on February 29?", "on February 29", "2024-02-29", "2024-03-01"),
    ("notes of 2023-05-07", "2023-05-07", "2023-05-07", "2023-05-08"),
    ("the bill of 2023-05", "2023-05", "2023-05-01", "2023-06-01"),
    ("the bill of 05/2023", "05/2023", "2023-05-01", "2023-06-01"),
    ("the bill of 25/12/2023", "25/12/2023", "2023-12-25", "2023-12-26"),
    ("the bill of 12/25/2023", "12/25/2023", "2023-12-25", "2023-12-26"),
    ("Where did I live in 2023?", "in 2023", "2023-01-01", "2024-01-01"),
    ("Where did I live in the year 1999?", "in the year 1999", "1999-01-01", "2000-01-01"),
    ("What did I earn in 2019-2021?", "in 2019-2021", "2019-01-01", "2022-01-01"),
    ("Our sales in Q1 2024?", "in Q1 2024", "2024-01-01", "2024-04-01"),
    (
        "Our sales in the first quarter of 2024?",
        "in the first quarter of 2024",
        "2024-01-01",
        "2024-04-01",
    ),
    ("Who came in early May 2023?", "in early May 2023", "2023-05-01", "2023-05-11"),
    ("Who came in mid-August 2023?", "in mid-August 2023", "2023-08-11", "2023-08-21"),
    ("Who came in late May 2023?", "in late May 2023", "2023-05-21", "2023-06-01"),
    ("Who came at the end of 2023?", "at the end of 2023", "2023-09-01", "2024-01-01"),
    (
        "What was done in the last two weeks of August 2023?",
        "in the last two weeks of August 2023",
        "2023-08-18",
        "2023-09-01",
    ),
    (
        "Where was Tom in the second week of November?",
        "in the second week of November",
        "2026-11-08",
        "2026-11-15",
    ),
    (
        "Where was Tom during the first weekend of August 2023?",
        "during the first weekend of August 2023",
        "2023-08-05",
        "2023-08-07",
    ),
    ("Plans for the week of May 10, 2023?", "the week of May 10, 2023", "2023-05-08", "2023-05-15"),
    (
        "What did she do the week before August 3, 2023?",
        "the week before August 3, 2023",
        "2023-07-27",
        "2023-08-03",
    ),
    (
        "Who sang on the Sunday before October 25, 2022?",
        "on the Sunday before October 25, 2022",
        "2022-10-23",
        "2022-10-24",
    ),
    (
        "Who came two days after 7 May 2023?",
        "two days after 7 May 2023",
        "2023-05-09",
        "2023-05-10",
    ),
    (
        "Did they meet between May and July 2023?",
        "between May and July 2023",
        "2023-05-01",
        "2023-08-01",
    ),
    (
        "Where was he between August 11 and August 15 2023?",
        "between August 11 and August 15 2023",
        "2023-08-11",
        "2023-08-16",
    ),
    (
        "Was it cold from November 2022 to February?",
        "from November 2022 to February",
        "2022-11-01",
        "2023-03-01",
    ),
    ("The talks of May 3-5, 2023?", "May 3-5, 2023", "2023-05-03", "2023-05-06"),
    ("What has changed since March?", "since March", "2026-03-01", "2026-11-19"),
    ("Where did I live before June 2023?", "before June 2023", START, "2023-06-01"),
    ("What came after 3 May?", "after 3 May", "2026-05-04", "2026-11-19"),
    ("Where did I work until July 2023?", "until July 2023", START, "2023-08-01"),
    ("How many has he won by July 10, 2022?", "by July 10, 2022", START, "2022-07-11"),
    ("Where was she in summer 2021?", "in summer 2021", "2021-06-01", "2021-09-01"),
    ("Where was she in the fall of 2021?", "in the fall of 2021", "2021-09-01", "2021-12-01"),
    ("Where was she in winter 2021?", "in winter 2021", "2021-12-01", "2022-03-01"),
    ("It began August last year?", "August last year", "2025-08-01", "2025-09-01"),
    ("Who came last year in May?", "last year in May", "2025-05-01", "2025-06-01"),
    (
        "The third quarter of last year?",
        "The third quarter of last year",
        "2025-07-01",
        "2025-10-01",
    ),
    ("The winter of 1999/2000?", "The winter of 1999", "1999-12-01", "2000-03-01"),
]

NOTHING_NAMED: Final = [
    "May I ask what she said?",
    "may we talk about the march on Washington",
    "When did they march on the town?",
    "Did the band march in step?",
    "Who came second? The second one?",
    "Was mon ami at the party?",
    "Who sat in the sun?",
    "What did he say when I last sat down?",
    "Who gets wed on a boat?",
    "Where are you on the weekends?",
    "What is the last day he can come?",
    "Is spring water good for tea?",
    "Is there lead in spring water?",
    "When did I last fall asleep in class?",
    "When did the tree fall down?",
    "Does it run on Python 3.11?",
    "Which bug is fixed in version 2023.1?",
    "What is behind the number 555-2023?",
    "Call +1 202-555-2019, who is that?",
    "How many of the 2023 items are left?",
    "Did he sell 2023 items?",
    "Who counted 2000 people?",
    "What will the world be like in 100 years?",
    "Will I find it one day?",
    "What did May say?",
    "Did June call April?",
    "What did I get from April?",
    "Has Jan answered?",
    "Is Mar a good name?",
    "What is planned for next week?",
    "Who comes next Monday?",
    "What is due tomorrow?",
    "What do we do every Friday?",
    "What do we do on Mondays?",
    "What is the Monday meeting about?",
    "What did we buy on Black Friday?",
    "How long is a week?",
    "How many days has a year?",
    "What was the last day of school like?",
    "What is my last name?",
    "What was said at the last week of the course?",
    "Do you go back a week?",
    "Who ran 5 miles in 40 minutes?",
    "What costs $2000?",
    "Which room is number 2023?",
    "What is 1/2 of 10?",
    "Am I free on 03/04/2023?",
    "Which day is February 30?",
    "Is it 31 April?",
    "What does he augur?",
    "Who decided on marching?",
    "Which sunday-school song is it?",
    "Who read USA Today?",
    "",
]


@pytest.mark.parametrize(("question", "expression", "after", "before"), NAMED)
def test_a_time_in_words_is_a_window(
    question: str, expression: str, after: str, before: str
) -> None:
    """As it stands in the question, from its first day up to the day after its last."""
    found = windows_in(question, NOW)
    assert [(w.expression, day(w.after), day(w.before)) for w in found] == [
        (expression, after, before)
    ]


@pytest.mark.parametrize("question", NOTHING_NAMED)
def test_what_only_looks_like_a_time_is_no_window(question: str) -> None:
    """Verbs, names, numbers, versions, habits and what lies ahead."""
    assert windows_in(question, NOW) == ()
