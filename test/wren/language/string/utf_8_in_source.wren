System.print("é€😀") // expect: é€😀
System.print("é€😀".count) // expect: 3
System.print("é€😀".bytes.count) // expect: 9
