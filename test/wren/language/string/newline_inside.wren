var text = "a
b"
System.print(text.count) // expect: 3
System.print(text)
// expect: a
// expect: b
