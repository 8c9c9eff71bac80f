class Tree {
  construct new(depth) {
    if (depth == 0) return
    _left = Tree.new(depth - 1)
    _right = Tree.new(depth - 1)
  }
  count { _left == null ? 1 : 1 + _left.count + _right.count }
}
System.print(Tree.new(4).count) // expect: 31
