System.print("[" + "  a  ".trimEnd() + "]") // expect: [  a]
System.print("xxaxx".trimEnd("x")) // expect: xxa
System.print("xx".trimEnd("x") == "") // expect: true
System.print("aéé".trimEnd("é")) // expect: a
