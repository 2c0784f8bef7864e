"""Strategies that propose levels: sampling, hill climbing, constructive, genetic, reverse play, a portfolio."""
