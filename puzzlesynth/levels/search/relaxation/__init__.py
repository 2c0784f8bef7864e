"""What a level's rules could do if nothing that was once so ever had to end: the delete relaxation, fact by fact."""
