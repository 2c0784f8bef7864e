"""Searches: their states, estimates and lists."""
