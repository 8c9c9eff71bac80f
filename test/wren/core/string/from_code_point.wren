System.print(String.fromCodePoint(65)) // expect: A
System.print(String.fromCodePoint(0x20ac)) // expect: €
System.print(String.fromCodePoint(0x1f600)) // expect: 😀
System.print(String.fromCodePoint(0) == "\0") // expect: true
System.print(String.fromCodePoint(0x10ffff).bytes.toList) // expect: [244, 143, 191, 191]
System.print(String.fromCodePoint(0x7ff).bytes.toList) // expect: [223, 191]
