"""How good a level is: play requirements, the automated player, and the score that strategies optimise."""
