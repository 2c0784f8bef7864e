"""YAML as text and tree: source files, nodes that know their location, edits that keep the layout, a writer."""
