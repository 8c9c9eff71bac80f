class A {
  construct new() {}
  count { "own count" }
}
var values = [A.new(), [1, 2], "abc", {1: 2}, 1..4]
System.print(values.map {|value| value.count }.join(" ")) // expect: own count 2 3 1 4
