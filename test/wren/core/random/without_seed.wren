import "random" for Random

var one = Random.new()
var other = Random.new()
System.print(one.float() < 1) // expect: true
System.print(one.float() >= 0) // expect: true
System.print(other.int(10) < 10) // expect: true
