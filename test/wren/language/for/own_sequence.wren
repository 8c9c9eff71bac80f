class Digits {
  construct new(n) { _n = n }
  iterate(i) {
    if (i == null) return _n
    i = (i / 10).floor
    return i == 0 ? false : i
  }
  iteratorValue(i) { i % 10 }
}
for (digit in Digits.new(123)) System.print(digit)
// expect: 3
// expect: 2
// expect: 1
