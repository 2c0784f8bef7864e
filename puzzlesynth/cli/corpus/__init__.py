"""Commands for corpora: planning, running, and what is made of them."""
