"""From YAML nodes to the parts of a pack, one module per section; what is wrong is logged with its location."""
