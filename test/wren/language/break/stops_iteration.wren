class Numbers {
  construct new() {}
  iterate(i) {
    System.print("iterate %(i)")
    return i == null ? 1 : i + 1
  }
  iteratorValue(i) { i * 10 }
}
for (n in Numbers.new()) {
  System.print(n)
  if (n == 20) break
}
// expect: iterate null
// expect: 10
// expect: iterate 1
// expect: 20
