class Math {
  static factorial(n) { n < 2 ? 1 : n * factorial(n - 1) }
}
System.print(Math.factorial(6)) // expect: 720
