"""`python -m puzzlesynth` is the same as the command `puzzlesynth`.

Only that Python puts the current folder first among those in which it looks for modules. A pack's folder may hold files
of anybody, so it is taken out again before anything else is read. What Python itself reads before this line is out of
reach; `python -P -m puzzlesynth` looks in the current folder at no time.
"""

import os
import sys

if __name__ == "__main__" and not sys.flags.safe_path and sys.path[:1] in ([""], [os.getcwd()]):
    del sys.path[0]

from puzzlesynth.cli.main import program

if __name__ == "__main__":
    program()
