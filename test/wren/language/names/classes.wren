class Array {
  construct new() {}
}
class Symbol {
  static iterator { "own" }
}
class Error {
  construct new(message) { _message = message }
  message { _message }
}
class Promise {}
class Function {}
class Math {
  static floor(x) { "own floor" }
}
System.print(Array.new()) // expect: instance of Array
System.print(Symbol.iterator) // expect: own
System.print(Error.new("own message").message) // expect: own message
System.print([Promise, Function]) // expect: [Promise, Function]
System.print(Math.floor(1.5)) // expect: own floor
System.print(1.5.floor) // expect: 1
System.print([1, 2].map {|x| x }.toList) // expect: [1, 2]
