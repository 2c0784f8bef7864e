"""What can happen in a pack at all: relevant items and rules, bounds on copies, effects, dependencies of areas."""
