System.print("\"") // expect: "
System.print("\\") // expect: \
System.print("\%") // expect: %
System.print("a\tb" == "a	b") // expect: true
System.print("\0".bytes[0]) // expect: 0
System.print("\a\b\e\f\n\r\t\v".bytes.toList) // expect: [7, 8, 27, 12, 10, 13, 9, 11]
