import "random" for Random

var random = Random.new([1, 2, 3])
System.print(random.int()) // expect: 269221892
System.print(random.int()) // expect: 806617100
System.print(Random.new(1..20).int()) // expect: 2692481146
System.print(Random.new([-1, 4294967296, 0.5]).int()) // expect: 3625463075
