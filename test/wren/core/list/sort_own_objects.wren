class Version {
  construct new(n) { _n = n }
  n { _n }
  <(other) { n < other.n }
  toString { "v%(n)" }
}
System.print([Version.new(2), Version.new(1)].sort()) // expect: [v1, v2]
