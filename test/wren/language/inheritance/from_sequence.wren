class Three is Sequence {
  construct new() {}
  iterate(i) { i == null ? 1 : (i == 3 ? false : i + 1) }
  iteratorValue(i) { i }
}
System.print(Three.new().toList) // expect: [1, 2, 3]
System.print(Three.new().map {|n| n * n }.join(",")) // expect: 1,4,9
System.print(Three.new().contains(2)) // expect: true
