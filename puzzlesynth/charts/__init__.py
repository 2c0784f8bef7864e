"""Charts of any kind (puzzles, maps, games), and their notations: DOT, Mermaid, SVG."""
