// What is kept are ranges of the text: a code point that begins in one is taken whole.
System.print("a\x80b\x80c".replace("b", "-").bytes.toList) // expect: [97, 45, 99]
System.print("é".replace("\xa9", "-")) // expect: é-
