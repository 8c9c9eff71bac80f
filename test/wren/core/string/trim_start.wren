System.print("[" + "  a  ".trimStart() + "]") // expect: [a  ]
System.print("xxaxx".trimStart("x")) // expect: axx
System.print("xx".trimStart("x") == "") // expect: true
