class Half is Sequence {
  construct new() {}
  iterate(n) { n == null }
}
for (n in Half.new()) System.print(n) // expect runtime error: Half does not implement 'iteratorValue(_)'.
