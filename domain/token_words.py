"""English words that every tokeniser we know takes as one token, after a space."""

from __future__ import annotations

from typing import Final

WHOLE: Final = frozenset(
    """
    a able about above across actually after again against all almost along already also although
    always among amount an and another answer any anything are area around as asked at away back
    based be because been before began being believe best better between big book both bring
    building business but by call called came can case change changed child children city class
    clear code come coming common community company complete could country course create data day
    days development did different do does doing done down during each early education end enough
    even event every everyone everything example experience fact family father feel feeling felt few
    find first following food for form found four friend friends from full future game gave general
    get getting give given giving glad go going gone good got great group had half happened happy
    hard has have having he head health hear heard heart help her here high him himself his history
    hold home hope hours house how however human i idea if important in include including increase
    information inside instead interest into is issue issues it its just keep kept kind knew know
    known language large last late later learn learned least leave left less let letter level life
    light like likely line list little live lives living local long look looking lost love made main
    major make making many may maybe me mean means meet members might mind minute minutes miss
    moment money month months more morning most mother move moved much music must my name national
    near need needs never new news next nice night no not nothing now number of off office often on
    once one only open or order other others our out outside over page paper part parts party past
    people perhaps period person phone picture place plan play played please point position possible
    power present problem problems process program project provide public put question questions
    quite rather read reading real really reason remember report research rest result results right
    road room said same saw say saying says school second see seem seems seen send sense sent
    service services several she short should show side since single site small so social some
    someone something sometimes soon sound special spent stand start started state states stay still
    stop story street strong student students study such support sure system table take taken taking
    talk talking team tell than thank thanks that the their them then there these they thing things
    think third this those though thought three through thus time times to today together told too
    took total toward town tried true trying turn two type under understand until up upon us use
    used user using usually value very view visit voice wait walk want wanted was watch water way
    ways we week weeks well went were what when where whether which while white who whole whose why
    wife will window with within without woman women wonderful word words work worked working world
    would write writing written wrong year years yes you young your
    """.split()
)
