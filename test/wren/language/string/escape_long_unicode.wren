System.print("\U0001F600") // expect: 😀
System.print("\U0001F600".bytes.count) // expect: 4
System.print("\U00000041") // expect: A
