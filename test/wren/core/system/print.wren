System.print() // expect:
System.print("a") // expect: a
System.print(1) // expect: 1
System.print([1, null]) // expect: [1, null]
System.print(System.print("twice"))
// expect: twice
// expect: twice
System.print(System.print())
// expect:
// expect: null
