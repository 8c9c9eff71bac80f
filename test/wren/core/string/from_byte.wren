System.print(String.fromByte(65)) // expect: A
System.print(String.fromByte(255) == "\xff") // expect: true
System.print(String.fromByte(0).bytes.toList) // expect: [0]
System.print(String.fromByte(0xc3) + String.fromByte(0xa9)) // expect: é
