"""`python -m puzzlesynth` is the same as the command `puzzlesynth`."""

from puzzlesynth.cli.main import main

if __name__ == "__main__":
    main()
