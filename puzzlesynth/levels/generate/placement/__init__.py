"""Start positions on a layout that meet the requirements, found and explained by clingo."""
