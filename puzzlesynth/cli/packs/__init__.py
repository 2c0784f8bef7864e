"""Commands about packs: new, check, schema, items, map, import."""
