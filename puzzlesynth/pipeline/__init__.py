"""Generation as users ask for it: generate, accept, select, explain. Here the synthesizer and the world meet."""
