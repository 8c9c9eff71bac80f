class Nothing is Sequence {
  construct new() {}
  iterate(n) { false }
}
System.print(Nothing.new().isEmpty) // expect: true
System.print([].map {|n| n }.isEmpty) // expect: true
System.print([1].where {|n| false }.isEmpty) // expect: true
