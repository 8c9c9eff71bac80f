var parts = "\xff,\x80".split(",")
System.print(parts[0] == "\xff") // expect: true
System.print(parts[1] == "\x80") // expect: true
