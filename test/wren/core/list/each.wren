[1, 2].each {|n| System.print(n) }
// expect: 1
// expect: 2
[].each {|n| System.print("never") }
System.print([1].each {|n| n }) // expect: null
