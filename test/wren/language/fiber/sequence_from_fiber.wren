class Numbers is Sequence {
  construct new(n) { _n = n }
  iterate(fiber) {
    if (fiber == null) {
      fiber = Fiber.new {
        for (i in 1.._n) Fiber.yield(i)
      }
    }
    _value = fiber.call()
    return fiber.isDone ? false : fiber
  }
  iteratorValue(fiber) { _value }
}
System.print(Numbers.new(5).where {|n| n % 2 == 1 }.toList) // expect: [1, 3, 5]
