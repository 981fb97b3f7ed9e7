"""English words that are bent in the middle, so that no stemmer sees that they belong together."""

from __future__ import annotations

from typing import Final

_FAMILIES: Final = """
arise arose arisen; bear bore borne; become became; begin began begun; bend bent; bind bound;
bite bit bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought;
build built; buy bought; catch caught; child children; choose chose chosen; cling clung; come came;
creep crept; deal dealt; dig dug; draw drew drawn; drink drank drunk; drive drove driven;
eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled;
fly flew flown; foot feet; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen;
get got gotten; give gave given; go went gone; goose geese; grind ground; grow grew grown;
hang hung; hear heard; hide hid hidden; hold held; keep kept; kneel knelt; know knew known;
lay laid; lead led; leave left; lend lent; life lives; lose lost; make made; man men; mean meant;
meet met; mouse mice; pay paid; person people; ride rode ridden; ring rang rung; rise rose risen;
run ran; say said; see saw seen; seek sought; sell sold; send sent; shake shook shaken; shoot shot;
shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept; slide slid;
speak spoke spoken; spend spent; spin spun; stand stood; steal stole stolen; stick stuck;
strike struck; swear swore sworn; sweep swept; swim swam swum; swing swung; take took taken;
teach taught; tear tore torn; tell told; think thought; throw threw thrown; tooth teeth;
understand understood; wake woke woken; wear wore worn; weave wove woven; wife wives; win won;
wind wound; woman women; write wrote written
"""

IRREGULAR: Final = {
    form: family.split()[0] for family in _FAMILIES.split(";") for form in family.split()[1:]
}
"""From a bent form to the word that it is a form of."""
