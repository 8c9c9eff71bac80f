class Node {
  construct new(next) { _next = next }
  next { _next }
  push() { Node.new(this) }
}
var list = Node.new(null).push().push()
System.print(list.next.next.next) // expect: null
