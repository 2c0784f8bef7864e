"""What all commands share: inputs, output, files, errors, time limits."""
