"""The characters that the oldest Python we run on does not know, so that all of them see the same.

Python 3.11 knows those of Unicode 14. What came later, up to version 18, is written here as far as
case, form or words depend on it; in between lie characters that no version has given out yet.
"""

from __future__ import annotations

import re
from typing import Final

LATER: Final = re.compile(
    "([\u0558\u058b-\u058c\u05c8-\u05c9\u088f\u0897\u0b53-\u0b54\u0c5c\u0cdc\u0cf3\u0ece"
    "\u1acf-\u1af0\u1c89-\u1c8a\u208f\u209d-\u209f\ua7cb-\ua7cf\ua7d2\ua7d4\ua7da-\ua7f1"
    "\uab6c-\uab6d\U000105c0-\U000105f3\U000107bb-\U000107bf\U00010940-\U00010959"
    "\U00010d40-\U00010d85\U00010ec2-\U00010eff\U0001123f-\U00011241\U00011380-\U000113e2"
    "\U000116d0-\U000116e3\U00011b0a-\U00011bf9\U00011db0-\U00011df1\U00011f00-\U00011f5a"
    "\U0001246f\U00012475-\U0001247f\U00012550-\U00012686\U0001342f\U00013440-\U000143fa"
    "\U00016100-\U00016139\U00016d40-\U00016d79\U00016ea0-\U00016ed3\U00016ff2-\U00016ff6"
    "\U000187f8-\U000187ff\U00018cd6-\U00018cff\U00018d09-\U000191d2\U0001b123-\U0001b132"
    "\U0001b155\U0001b168\U0001ccd6-\U0001ccf9\U0001d127-\U0001d128\U0001d250-\U0001d2d3"
    "\U0001d6a6\U0001df1f-\U0001dfff\U0001e030-\U0001e08f\U0001e4d0-\U0001e6ff"
    "\U0002b739-\U0002b73f\U0002b81e\U0002cea2-\U0002cead\U0002ebf0-\U0002ee5d"
    "\U00031350-\U0003fc3f]+)"
)
"""A run of them; a split by it keeps the runs."""
