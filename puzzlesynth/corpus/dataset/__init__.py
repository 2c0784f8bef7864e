"""A corpus as a dataset: Parquet files that others load, their data card, and reading them back by row."""
