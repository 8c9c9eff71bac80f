class Node {
  construct new(next) { _next = next }
  next { _next }
  name { "end" }
}
System.print(Node.new(Node.new(Node.new(null))).next.next.name) // expect: end
