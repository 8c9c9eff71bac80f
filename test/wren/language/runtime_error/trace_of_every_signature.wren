class Foo {
  construct new() {
    named(1, 2) // expect frame 9: init new()
  } // expect frame 10: (nameless)
  named(a, b) { getter } // expect frame 8: named(_,_)
  getter { this.setter = 1 } // expect frame 7: getter
  setter=(a) { this[1] } // expect frame 6: setter=(_)
  [a] { this[1, 2] = 3 } // expect frame 5: [_]
  [a, b]=(c) { this + 1 } // expect frame 4: [_,_]=(_)
  +(a) { -this } // expect frame 3: +(_)
  - { Foo.unit } // expect frame 2: -
  static unit { Fiber.abort("deep") } // expect runtime error: deep // expect frame 1: unit
}
Foo.new() // expect frame 11: (script)
