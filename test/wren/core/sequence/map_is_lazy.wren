var mapped = [1, 2].map {|n| System.print("called") }
System.print("made") // expect: made
mapped.toList
// expect: called
// expect: called
