System.print("xxaxbyx".trim("xy")) // expect: axb
System.print("éaé".trim("é")) // expect: a
System.print("éaè".trim("èé")) // expect: a
System.print("abc".trim("")) // expect: abc
System.print("aaa".trim("a") == "") // expect: true
