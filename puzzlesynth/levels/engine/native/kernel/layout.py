"""Where things are: the fields of a context, of a rule and of its rows.

A *context* is an array of words with all that a thread needs to play one level: sizes, and addresses of tables and of
its own working memory. A *plane* is a set of cells, one bit for each, in `WORDS` words: objects have the first planes,
by id; then there are five for each layer, for its movements.
"""

from __future__ import annotations

# sizes
WORDS = 0
CELLS = 1
WIDTH = 2
HEIGHT = 3
OBJECTS = 4
LAYERS = 5
PLANES = 6
RULES = 7
RULE_WORDS = 8
EARLY_GROUPS = 9
ALL_GROUPS = 10
STATE_PLANES = 11

# tables of the level, shared by all threads
STREAM = 12
RULE_AT = 13
GROUPS = 14
LOOPS = 15
WAKES_ON_GAIN = 16
WAKES_ON_LOSS = 17
NEVER_SLEEPING = 18
FULL = 19
ROOMS = 20
LAYER_FIRST = 21
LAYER_OF = 22
PLAYER_THINGS = 23
COMMANDS = 24
CONDITIONS = 25
CHANGING = 26
MOVE_SOUNDS = 28
FAILURE_SOUNDS = 29
RIGID_TABLE = 30
EDGES = 31
STIRS_ON_GAIN = 43
STIRS_ON_LOSS = 44
LAYER_THINGS = 45
COMMANDING = 46

# settings of the game and of the caller
PLAYER_COUNT = 32
PLAYER_IS_AGGREGATE = 33
HAS_RIGID = 34
IS_HEARD = 35
MAX_PASSES = 36
MAX_LOOPS = 37
MAX_RUNS = 38
MAX_AGAIN = 39
MUST_MOVE = 40
CONDITION_COUNT = 41
RIGID_COUNT = 42

# working memory
BOARD = 48
AWAKE = 49
LIVE = 50
TOUCHED_GAIN = 51
TOUCHED_LOSS = 52
GAINED = 53
LOST = 54
MATCH = 55
CELL = 56
UNION = 57
TURNED = 58
PLACES = 59
PLACE_LIMIT = 60
SAVED = 61
BANNED = 62
RIGID_MARKS = 63
RIGID_MOVES = 64
QUEUE = 65
CREATED = 66
DESTROYED = 67
MOVES_HEARD = 68
FAILURES_HEARD = 69
NOTICES = 70
PLAYERS = 71
MOVING = 72
SEGMENTS = 73
TAPE = 74
DRAWN = 75
LIGHT = 76
BLOCKED = 77
WAITING = 78
CHANGES_MADE = 79
"""How often a rule has made a difference, for those who set it to 0 before."""

# results and counters
GAINED_COUNT = 80
LOST_COUNT = 81
QUEUED = 82
MESSAGE_RULE = 83
MOVES_HEARD_COUNT = 84
FAILURES_HEARD_COUNT = 85
NOTICE_COUNT = 86
PLAYERS_FOUND = 87
PLAYER_MOVED = 88
TAPE_LENGTH = 89
TAPE_AT = 90
FAULT = 91
FLAGS = 92
ENDLESS = 93
CUT_SHORT = 94
MOVES_MADE = 95
"""How many moves searches have made: a measure of their work that is the same on every machine."""
CONTEXT_SIZE = 120

# searches
STATE_WORDS = 96
INPUTS = 97
INPUT_COUNT = 98
START = 99
AFTER = 100
MARK = 101
IS_RANDOM = 102
DISTANCES = 103
PAIRS = 104
PAIR_LIMIT = 105
IS_WARM = 106

# walks
WALK_ENTRIES = 107
"""Rules that have to do with the player, as entries; 0 if its walks cannot be foretold."""
WALK_ROOMS = 108
"""For each direction the cells that have a next one, then how far that is."""
WALK_SETS = 109
WALK_PLAYER = 110
IS_STRIPPED = 111
"""Whether the game has been stripped of decoration: a move that changes nothing may have changed that."""
MOVING_LAYERS = 112
"""How many layers something wants to move in, and which."""

# what a move leads to
NEW = 0
WON = 1
SAME = 2
BACK_AT_START = 3

# why a turn could not be finished
OUT_OF_NUMBERS = 1
OUT_OF_PLACES = 2

# a rule: its fields, then its rows
R_FLAGS = 0
R_STEP = 1
R_ROWS = 2
R_RIGID = 3
R_COMMAND = 4
R_NUMBER = 5
R_EFFECTS = 6
R_NEEDS = 7
R_GATHERED = 8
"""Where it says which row changes, where the effects on its cells are, how many distances there are and these."""
R_FIRST_ROW = 9

# an entry for walks: like a rule, with the stage for its flags, but for these
WALK_MOVEMENTS = 3
"""Movements of the player with which the rule cannot match."""
WALK_CELLS = 4
"""In how many cells it has to do with the player."""
WALK_CELL = 6
"""Where these are: row, segment and place in the segment of each."""
WALK_SIZE = 7

HAS_EFFECTS = 1
RESTLESS = 2
GATHERED = 4
"""No row has gaps, and one at most changes, in a way that makes no difference to where the others match: all its matches
can be changed at once, unless two of them are at one of certain distances."""
HORIZONTAL = 8
PLAIN = 16
"""There is one row, without gaps."""

# a row: its fields, then its cells
ROW_SIZE = 0
ROW_CELLS = 1
ROW_SEGMENTS = 2
ROW_ROOM = 3
ROW_SEGMENT = 4
ROW_FIRST_CELL = 10

# commands
CANCEL = 0
RESTART = 1
WIN = 2
AGAIN = 3
MESSAGE = 4

# notices
ENDLESS_GROUP = 0
ENDLESS_LOOP = 1
ENDLESS_RIGID = 2
MOST_NOTICES = 64

# quantifiers
NO = 0
SOME = 1
ALL = 2
