// The module "random". The class `Generator` is native and visible in this module only.

class Random {
  construct new() {
    _generator = Generator.fromRandomSeed()
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
    if (list.count == 0) Generator.rejectSample()
    return list[int(list.count)]
  }

  // Floyd's algorithm for sampling without repetition: each round adds an element to choose from,
  // which replaces a choice that was made before.
  sample(list, count) {
    if (count > list.count) Generator.rejectSample()
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

  // Swaps every element with a later one or itself.
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
