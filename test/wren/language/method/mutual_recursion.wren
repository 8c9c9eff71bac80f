class Parity {
  static isEven(n) { n == 0 ? true : isOdd(n - 1) }
  static isOdd(n) { n == 0 ? false : isEven(n - 1) }
}
System.print(Parity.isEven(100)) // expect: true
System.print(Parity.isOdd(100)) // expect: false
