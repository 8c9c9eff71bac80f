import "random" for Random

var random = Random.new(42)
var list = (1..9).toList
System.print(random.shuffle(list)) // expect: null
System.print(list) // expect: [5, 2, 9, 4, 3, 8, 6, 7, 1]
System.print(random.shuffle([])) // expect: null
