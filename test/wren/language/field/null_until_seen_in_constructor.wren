// A field is null until the constructor assigns it.
class Early {
  construct byMethod() {
    _a = show()
  }
  construct byRead() {
    System.print(_a) // expect: null
    _a = 1
  }
  construct byClosure() {
    var read = Fn.new { _a }
    System.print(read.call()) // expect: null
    _a = 1
  }
  construct byArgument() {
    Early.look(this)
    _a = 1
  }
  construct sometimes(condition) {
    if (condition) _a = 1
  }
  construct never() {}
  construct always() { _a = 1 }

  static look(early) { System.print(early.a) } // expect: null
  show() { System.print(_a) } // expect: null
  a { _a }
}

class OfOne {
  construct new() {
    _set = 1
    _seen = describe()
    _later = 2
  }
  describe() { "%(_set) %(_seen) %(_later)" }
  seen { _seen }
}

Early.byRead()
Early.byClosure()
Early.byArgument()
Early.byMethod()
System.print(Early.sometimes(false).a) // expect: null
System.print(Early.never().a) // expect: null
System.print(OfOne.new().seen) // expect: 1 null null
