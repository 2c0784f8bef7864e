"""The fields of a search: an array of words that all threads which search one level share."""

from __future__ import annotations

STATES = 0
"""For every chunk of states, its address."""
ORIGINS = 1
"""For every chunk of states, the address of where they came from: parent * 8 + the input's place."""
COSTS = 2
"""For every chunk of states, the address of their costs and `DONE` marks, in best-first searches."""
COUNT = 3
TABLE = 4
"""Hash table: half a hash and the number of a state plus one in each entry."""
TABLE_BITS = 5
SIZE = 6
"""Words of a state."""
ROOM = 7
"""States for which there is memory."""
EXPLORED = 8
EVERY = 9
"""Limits are looked at when a multiple of this many states has been explored."""
MOST_EXPLORED = 10
MOST_STATES = 11
WINNER = 12
WINNING_INPUT = 13
HEAP = 14
"""Worth and order in one word, then the state; for each entry."""
HEAP_COUNT = 15
HEAP_ROOM = 16
ORDER = 17
IS_GREEDY = 18
KNOWN_FACTS = 19
"""For searches by novelty: the facts known for every number of goals left. 0 in others."""
KNOWN_PAIRS = 20
"""Bits for pairs of facts, at the place that their hash says."""
WALKS = 21
"""Whether the player's walks are foretold."""
PLAYER_WINS = 22
"""Whether where the player is can win."""
DISTANCES_TO_WIN = 23
"""For every win condition, the address of its table of distances, or 0."""
NEXT_LIST = 24
"""Later lists have a heap in the same fields, so much later each."""
LISTS = 25
"""How many lists take turns."""
TURN = 26
BUFFER = 27
"""Room for two states."""
REGIONS = 28
"""For every chunk of states, the address of the cells that the player could walk to when they were expanded."""
COVERED = 29
"""Hash table of expanded states, by what they are without the player."""
REGION_SIZE = 31
MOST_MOVES = 32
"""A best-first search pauses after this many moves in its context; 0 if it need not."""
TYPES = 30
"""How many states of a type have been found."""
ENDLESS_MOVES = 33
"""Moves that were taken up and whose `again` turns never end."""
CUT_SHORT_MOVES = 34
"""Moves that were taken up and given up after too many `again` turns."""

FINE_FACTS = 35
"""Like `KNOWN_FACTS`, for every number of goals left and estimate."""
FINE_PAIRS = 36
RELAXED = 41
"""The address of the level's relaxation with things anywhere, 0 if there is none."""
DEMANDS = 42
"""The address of what winning demands of single things, 0 if that is not known."""
PRUNED = 43
"""States that were left out because they cannot be won."""
FROZEN_CREDIT = 44
"""For how many states more it is asked whether frozen things keep them from being won."""
FROZEN_PASSED = 45
"""How many states were passed without that question."""
SEARCH_SIZE = 136
"""With the fields of five lists."""

# the lists of a search by walks; the first is by estimate
BY_NOVELTY = 1
BY_TYPE = 2
LATEST_FIRST = 3
BY_FINE_NOVELTY = 4
ALL_LISTS = 5

# what a move leads to, and what was seen of its `again` turns
RESULT = 7
IS_ENDLESS = 8
IS_CUT_SHORT = 16

FROZEN_AT_FIRST = 64
"""The credit in the beginning. Where it is so, there is `FROZEN_GAIN` more; where nothing was asked, one more after
`FROZEN_PAUSE` states. There is never more than `MOST_FROZEN_CREDIT`."""
FROZEN_GAIN = 16
FROZEN_PAUSE = 128
MOST_FROZEN_CREDIT = 1024

WALKED = 7
"""The input's place of a win by walking alone."""
TYPE_BITS = 16
DEAD = 1 << 22
"""The worth of a state that cannot be won as far as its things are looked at one by one."""

PARTITIONS = 256
"""Numbers of goals left that are told apart."""
PAIR_BITS = 23
"""Pairs that can be known, as a power of 2."""
NOVELTY_SHIFT = 20

BATCH = 32
"""States that are expanded before what they lead to is absorbed."""

CHUNK_BITS = 15
"""The number of states in a chunk, as a power of 2."""
DONE = 1 << 31
ORDER_BITS = 40

# how a search's run ended
EXHAUSTED = 0
FOUND = 1
GOES_ON = 2
NEEDS_ROOM = 3
AT_LIMIT = 4
FAULTY = 5
PAUSED = 6
