"""What changed: the tree diff of two snapshots, given who is who, and the patch that makes one of the other."""
