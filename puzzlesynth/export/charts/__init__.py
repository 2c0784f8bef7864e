"""The puzzle dependency chart, for Graphviz, Mermaid and as SVG."""
