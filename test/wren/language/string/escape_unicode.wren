System.print("\u0041") // expect: A
System.print("\u00e9") // expect: é
System.print("\u20AC") // expect: €
System.print("\u00e9".bytes.toList) // expect: [195, 169]
