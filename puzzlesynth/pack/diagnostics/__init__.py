"""Problems in a designer's words: model, rendering, suggestions, syntax errors of rules and their repair."""
