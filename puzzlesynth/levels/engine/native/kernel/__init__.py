"""The program that becomes machine code, in the small part of Python that `compiler.kernel_compiler` understands."""
