import "random" for Random

var random = Random.new(0)
System.print(random.int()) // expect: 1887882396
System.print(random.int()) // expect: 845037701
