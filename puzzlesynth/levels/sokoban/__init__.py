"""Games that are nothing but pushing crates onto marks: recognised, solved, and proven unsolvable by pushes."""
