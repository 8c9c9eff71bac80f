var root = Fiber.current
var ping
var pong
ping = Fiber.new {|n|
  while (n > 0) {
    System.print("ping %(n)")
    n = pong.transfer(n - 1)
  }
  root.transfer("over")
}
pong = Fiber.new {|n|
  while (true) {
    System.print("pong %(n)")
    n = ping.transfer(n - 1)
  }
}
System.print(ping.transfer(3))
// expect: ping 3
// expect: pong 2
// expect: ping 1
// expect: pong 0
// expect: over
