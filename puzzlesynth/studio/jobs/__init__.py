"""Long work in processes of its own: replaced by newer work, cancelled at once."""
