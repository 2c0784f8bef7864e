"""Search in the ground task: state space, stubborn sets, delete relaxation, planner, linear extensions, all solutions."""
