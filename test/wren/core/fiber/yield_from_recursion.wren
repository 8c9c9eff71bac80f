class Tree {
  static walk(depth) {
    if (depth == 0) {
      Fiber.yield("leaf")
      return 1
    }
    return walk(depth - 1) + walk(depth - 1)
  }
}
var fiber = Fiber.new { Tree.walk(3) }
var leaves = 0
var result
while ((result = fiber.call()) == "leaf") leaves = leaves + 1
System.print([leaves, result]) // expect: [8, 8]
