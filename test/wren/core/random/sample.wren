import "random" for Random

var random = Random.new(42)
var list = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
System.print(random.sample(list)) // expect: e
System.print(random.sample(list, 2)) // expect: [a, i]
System.print(random.sample(list, 9)) // expect: [a, b, c, d, e, f, g, h, i]
System.print(random.sample(list, 0)) // expect: []
System.print(random.sample([], 0)) // expect: []
