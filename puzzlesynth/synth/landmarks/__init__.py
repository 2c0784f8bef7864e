"""No shortcuts: the landmark test on the delete relaxation, and the propagator that turns failures into nogoods."""
