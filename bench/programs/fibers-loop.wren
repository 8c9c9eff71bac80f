// Fibers that yield from a loop: a producer, a filter behind it, and a consumer.
import "./rounds" for Rounds

class Pipeline {
  static numbers(count) {
    return Fiber.new {
      for (i in 0...count) Fiber.yield(i)
    }
  }

  static multiplesOf(divisor, source) {
    return Fiber.new {
      var value = source.call()
      while (!source.isDone) {
        if (value % divisor == 0) Fiber.yield(value)
        value = source.call()
      }
    }
  }

  static run(count) {
    var source = multiplesOf(3, numbers(count))
    var sum = 0
    var value = source.call()
    while (!source.isDone) {
      sum = sum + value
      value = source.call()
    }
    return sum
  }
}

Rounds.time { Pipeline.run(600000) }
