var Sibling = "inner"
