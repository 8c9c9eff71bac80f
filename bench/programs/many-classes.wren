// One call site, eight classes behind it, two levels of inheritance and super calls.
import "./rounds" for Rounds

class Shape {
  construct new(size) { _size = size }
  size { _size }
  area { 0 }
  weight(density) { area * density }
}

class Square is Shape {
  construct new(size) { super(size) }
  area { size * size }
}

class Circle is Shape {
  construct new(size) { super(size) }
  area { size * size * 3 }
}

class Triangle is Shape {
  construct new(size) { super(size) }
  area { size * size / 2 }
}

class Line is Shape {
  construct new(size) { super(size) }
  weight(density) { size * density }
}

class Point is Shape {
  construct new(size) { super(size) }
}

class Cube is Square {
  construct new(size) { super(size) }
  area { super.area * 6 }
}

class Tube is Circle {
  construct new(size) { super(size) }
  area { super.area * 2 }
  weight(density) { super.weight(density) + 1 }
}

class Tent is Triangle {
  construct new(size) { super(size) }
  area { super.area * 4 }
}

class Scale {
  static shapes(count) {
    var kinds = [Square, Circle, Triangle, Line, Point, Cube, Tube, Tent]
    var shapes = []
    for (i in 0...count) shapes.add(kinds[i % 8].new(i % 13))
    return shapes
  }

  static run(count, times) {
    var shapes = shapes(count)
    var total = 0
    for (time in 1..times) {
      for (shape in shapes) total = total + shape.weight(time % 4)
    }
    return total
  }
}

Rounds.time { Scale.run(1000, 2500) }
