"""What can be made without which steps, and what can therefore be part of no puzzle."""
