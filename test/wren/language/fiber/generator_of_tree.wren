class Node {
  construct new(left, value, right) {
    _left = left
    _value = value
    _right = right
  }
  walk() {
    if (_left != null) _left.walk()
    Fiber.yield(_value)
    if (_right != null) _right.walk()
  }
}
var leaf = Fn.new {|value| Node.new(null, value, null) }
var tree = Node.new(Node.new(leaf.call(1), 2, leaf.call(3)), 4, leaf.call(5))
var fiber = Fiber.new { tree.walk() }
var values = []
while (true) {
  var value = fiber.call()
  if (fiber.isDone) break
  values.add(value)
}
System.print(values) // expect: [1, 2, 3, 4, 5]
