// The result is a range of the text, which omits bytes that continue no code point.
System.print(" a\x80b\x80 ".trim().bytes.toList) // expect: [97, 98]
System.print("\x80a".trimEnd().bytes.toList) // expect: [97]
System.print("\x80\x80".trim() == "") // expect: true
// Before the first code point, such a byte is trimmed only if the characters contain one.
System.print("\x80 a".trimStart().bytes.toList) // expect: [32, 97]
System.print("\x80 a".trimStart("\x80 ").bytes.toList) // expect: [97]
System.print("a\xc3".trimEnd()) // expect: a
System.print("\xc1\x81b".trimStart("A")) // expect: b
