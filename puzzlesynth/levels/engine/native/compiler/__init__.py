"""From the kernel's Python to machine code that is loaded."""
