// The kept parts are ranges of the text, which include a whole code point at their end.
System.print("a\x80b\x80c".replace("b", "-").bytes.toList) // expect: [97, 45, 99]
System.print("é".replace("\xa9", "-")) // expect: é-
