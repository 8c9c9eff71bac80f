// The module "random". The generator itself is native: `Generator` and the checks of this module
// are no variables of any other.

class Random {
  construct new() {
    _generator = Generator.fromChance()
  }

  construct new(seed) {
    var seeds = seed is Sequence ? seed.take(16).toList : seed
    _generator = Generator.fromSeed(seeds)
  }

  float() { _generator.fraction }
  float(end) { float() * end }
  float(start, end) { float() * (end - start) + start }

  int() { _generator.word }
  int(end) { (float() * end).floor }
  int(start, end) { (float() * (end - start)).floor + start }

  sample(list) {
    if (list.count == 0) Generator.refuseSample()
    return list[int(list.count)]
  }

  // Floyd's way to draw without repetition: each round widens the choice by one element, and an
  // element that was drawn already stands for the new one.
  sample(list, count) {
    if (count > list.count) Generator.refuseSample()
    var drawn = {}
    var result = []
    for (newest in list.count - count...list.count) {
      var index = int(newest + 1)
      if (drawn.containsKey(index)) index = newest
      drawn[index] = true
      result.add(list[index])
    }
    return result
  }

  // Every element changes places with one of those that come after it, or itself.
  shuffle(list) {
    if (list.isEmpty) return
    for (index in 0...list.count - 1) {
      var other = int(index, list.count)
      var element = list[other]
      list[other] = list[index]
      list[index] = element
    }
  }
}
