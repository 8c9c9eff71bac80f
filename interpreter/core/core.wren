// The methods of the core library that call Wren code: functions, iterators, `toString` and
// operators of any object. Methods that call no Wren code are natives, in this folder. Names that end
// in an underscore are for this file only, or names of Wren's own library, which programs can call.

class Sequence {
  all(predicate) {
    var result = true
    for (element in this) {
      result = predicate.call(element)
      if (!result) break
    }
    return result
  }

  any(predicate) {
    var result = false
    for (element in this) {
      result = predicate.call(element)
      if (result) break
    }
    return result
  }

  contains(value) {
    for (element in this) {
      if (value == element) return true
    }
    return false
  }

  count {
    var total = 0
    for (element in this) total = total + 1
    return total
  }

  count(predicate) {
    var total = 0
    for (element in this) {
      if (predicate.call(element)) total = total + 1
    }
    return total
  }

  each(action) {
    for (element in this) action.call(element)
  }

  isEmpty { iterate(null) ? false : true }

  map(transformation) { MapSequence.new(this, transformation) }
  where(predicate) { WhereSequence.new(this, predicate) }
  skip(count) { SkipSequence.new(this, Check.count(count)) }
  take(count) { TakeSequence.new(this, Check.count(count)) }

  reduce(start, combine) {
    var result = start
    for (element in this) result = combine.call(result, element)
    return result
  }

  reduce(combine) {
    var iterator = iterate(null)
    if (!iterator) Check.emptyReduce()
    var result = iteratorValue(iterator)
    while (iterator = iterate(iterator)) {
      result = combine.call(result, iteratorValue(iterator))
    }
    return result
  }

  join() { join("") }

  join(separator) {
    var text = ""
    var isFirst = true
    for (element in this) {
      text = (isFirst ? text : text + separator) + element.toString
      isFirst = false
    }
    return text
  }

  toList {
    var list = []
    for (element in this) list.add(element)
    return list
  }
}

class MapSequence is Sequence {
  construct new(source, transformation) {
    _source = source
    _transformation = transformation
  }

  iterate(iterator) { _source.iterate(iterator) }
  iteratorValue(iterator) { _transformation.call(_source.iteratorValue(iterator)) }
}

class WhereSequence is Sequence {
  construct new(source, predicate) {
    _source = source
    _predicate = predicate
  }

  iterate(iterator) {
    while (iterator = _source.iterate(iterator)) {
      if (_predicate.call(_source.iteratorValue(iterator))) return iterator
    }
    return iterator
  }

  iteratorValue(iterator) { _source.iteratorValue(iterator) }
}

class SkipSequence is Sequence {
  construct new(source, count) {
    _source = source
    _count = count
  }

  iterate(iterator) {
    if (iterator) return _source.iterate(iterator)
    iterator = _source.iterate(null)
    var left = _count
    while (iterator && left > 0) {
      iterator = _source.iterate(iterator)
      left = left - 1
    }
    return iterator
  }

  iteratorValue(iterator) { _source.iteratorValue(iterator) }
}

class TakeSequence is Sequence {
  construct new(source, count) {
    _source = source
    _count = count
  }

  iterate(iterator) {
    _taken = iterator ? _taken + 1 : 1
    if (_taken > _count) return null
    return _source.iterate(iterator)
  }

  iteratorValue(iterator) { _source.iteratorValue(iterator) }
}

class String is Sequence {
  bytes { StringByteSequence.new(this) }
  codePoints { StringCodePointSequence.new(this) }
}

class StringByteSequence is Sequence {
  construct new(string) {
    _string = string
  }

  [index] { _string.byteAt_(index) }
  count { _string.byteCount_ }
  iterate(iterator) { _string.iterateByte_(iterator) }
  iteratorValue(iterator) { _string.byteAt_(iterator) }
}

class StringCodePointSequence is Sequence {
  construct new(string) {
    _string = string
  }

  [index] { _string.codePointAt_(index) }
  count { _string.count }
  iterate(iterator) { _string.iterate(iterator) }
  iteratorValue(iterator) { _string.codePointAt_(iterator) }
}

class List is Sequence {
  addAll(other) {
    if (!appendList_(other)) {
      for (element in other) add(element)
    }
    return other
  }

  +(other) {
    var result = this[0..-1]
    result.addAll(other)
    return result
  }

  toString { "[%(join(", "))]" }

  sort() {
    if (sortNumbers_()) return this
    return sort {|one, other| one < other }
  }

  sort(comparer) {
    Check.comparer(comparer)
    // Number of times a part may be divided before it is merged. Parts of an unordered list are
    // down to one element long before. An ordered list is divided at its end each time, which reads
    // all of it, so a longer list may be divided less often.
    var depth = (1000000 / count).clamp(100, 500).floor
    sortPart_(0, count - 1, depth, comparer)
    return this
  }

  quicksort_(low, high, comparer) {
    if (low < high) sortPart_(low, high, 500, comparer)
  }

  // Wren's own quicksort, whose swaps determine the order of equal elements. A part that was
  // divided `depth` times is merged instead: it is nearly ordered.
  sortPart_(low, high, depth, comparer) {
    if (low >= high) return
    if (depth == 0) return mergePart_(low, high, comparer)
    var pivot = partition_(low, high, comparer)
    sortPart_(low, pivot - 1, depth - 1, comparer)
    sortPart_(pivot + 1, high, depth - 1, comparer)
  }

  // Moves the last element of a part to its place, behind all elements that sort before it.
  partition_(low, high, comparer) {
    var pivot = this[high]
    var place = low
    for (index in low..(high - 1)) {
      var element = this[index]
      if (comparer.call(element, pivot)) {
        this[index] = this[place]
        this[place] = element
        place = place + 1
      }
    }
    this[high] = this[place]
    this[place] = pivot
    return place
  }

  mergePart_(low, high, comparer) {
    var sorted = this[low..high].merged_(comparer)
    for (index in low..high) this[index] = sorted[index - low]
  }

  // The elements in order, in this list or in a second one: short runs are sorted in place, then
  // merged into ever longer runs, alternating between the two lists. This list is overwritten.
  merged_(comparer) {
    var size = count
    var source = this
    var width = 8
    for (run in 0...(size / width).ceil) source.sortRun_(run * width, width, comparer)
    var target = source[0..-1]
    while (width < size) {
      var start = 0
      while (start < size) {
        source.mergeRuns_(target, start, width, comparer)
        start = start + 2 * width
      }
      var sorted = target
      target = source
      source = sorted
      width = 2 * width
    }
    return source
  }

  // Sorts at most `width` elements from `start` on, by insertion.
  sortRun_(start, width, comparer) {
    for (next in start + 1...count.min(start + width)) {
      var element = this[next]
      var place = next
      while (place > start && comparer.call(element, this[place - 1])) {
        this[place] = this[place - 1]
        place = place - 1
      }
      this[place] = element
    }
  }

  // Merges two adjacent runs of `width` elements from `start` on into `target`.
  mergeRuns_(target, start, width, comparer) {
    var left = start
    var leftEnd = count.min(start + width)
    var right = leftEnd
    var rightEnd = count.min(leftEnd + width)
    for (index in start...rightEnd) {
      if (left < leftEnd && (right >= rightEnd || !comparer.call(this[right], this[left]))) {
        target[index] = this[left]
        left = left + 1
      } else {
        target[index] = this[right]
        right = right + 1
      }
    }
  }
}

class Map is Sequence {
  keys { MapKeySequence.new(this) }
  values { MapValueSequence.new(this) }

  iteratorValue(iterator) {
    return MapEntry.new(keyIteratorValue_(iterator), valueIteratorValue_(iterator))
  }

  toString { "{%(keys.map {|key| "%(key): %(this[key])" }.join(", "))}" }
}

class MapEntry {
  construct new(key, value) {
    _key = key
    _value = value
  }

  key { _key }
  value { _value }
  toString { "%(_key):%(_value)" }
}

class MapKeySequence is Sequence {
  construct new(map) {
    _map = map
  }

  iterate(iterator) { _map.iterate(iterator) }
  iteratorValue(iterator) { _map.keyIteratorValue_(iterator) }
}

class MapValueSequence is Sequence {
  construct new(map) {
    _map = map
  }

  iterate(iterator) { _map.iterate(iterator) }
  iteratorValue(iterator) { _map.valueIteratorValue_(iterator) }
}

class System {
  static print() {
    writeLine_("")
  }

  static print(object) {
    writeLine_(textOf_(object))
    return object
  }

  static printAll(sequence) {
    writeAll(sequence)
    writeLine_("")
  }

  static write(object) {
    writeString_(textOf_(object))
    return object
  }

  static writeAll(sequence) {
    for (object in sequence) writeString_(textOf_(object))
  }

  static writeObject_(object) {
    writeString_(textOf_(object))
  }

  static textOf_(object) {
    var text = object.toString
    return text is String ? text : "[invalid toString]"
  }
}

// The value of a class's `attributes`: the attributes of the class, and those of its methods by
// signature.
class ClassAttributes {
  construct new(own, methods) {
    _own = own
    _methods = methods
  }

  self { _own }
  methods { _methods }
  toString { "attributes:%(_own) methods:%(_methods)" }
}
