// One call meets an object with the method, and values of all kinds without it.
class Shape {
  construct new(size) { _size = size }
  area { _size * _size }
  scale(factor) { _size * factor }
  static area { "of the class" }
}

class Other {
  construct new() {}
}

var area = Fn.new {|value| value.area }
var scale = Fn.new {|value| value.scale(3) }
var values = [Shape.new(4), 1.5, "text", true, null, [1], {}, 1..2, Shape, Other.new(), area]
for (value in values) {
  for (method in [area, scale]) {
    System.print(Fiber.new { method.call(value) }.try())
  }
}
// expect: 16
// expect: 12
// expect: Num does not implement 'area'.
// expect: Num does not implement 'scale(_)'.
// expect: String does not implement 'area'.
// expect: String does not implement 'scale(_)'.
// expect: Bool does not implement 'area'.
// expect: Bool does not implement 'scale(_)'.
// expect: Null does not implement 'area'.
// expect: Null does not implement 'scale(_)'.
// expect: List does not implement 'area'.
// expect: List does not implement 'scale(_)'.
// expect: Map does not implement 'area'.
// expect: Map does not implement 'scale(_)'.
// expect: Range does not implement 'area'.
// expect: Range does not implement 'scale(_)'.
// expect: of the class
// expect: Shape metaclass does not implement 'scale(_)'.
// expect: Other does not implement 'area'.
// expect: Other does not implement 'scale(_)'.
// expect: Fn does not implement 'area'.
// expect: Fn does not implement 'scale(_)'.
