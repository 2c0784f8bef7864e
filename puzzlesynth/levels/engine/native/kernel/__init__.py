"""The program that becomes machine code, in the small part of Python that `kernel_compiler` understands."""
