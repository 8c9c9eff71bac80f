// Pieces are ranges of the text, which omit bytes that continue no code point.
System.print("a\x80,\x80".split(",")) // expect: [a, ]
System.print("a\x80,\x80".split(",")[0].bytes.count) // expect: 1
System.print("é,é".split("\xa9")) // expect: [é, ,é, ]
