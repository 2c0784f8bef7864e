"""Chapters generated while a game runs: requests, prefetch, executors and worker processes."""
