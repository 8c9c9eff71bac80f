System.print("abc".toList) // expect: [a, b, c]
System.print("abc".map {|c| c + c }.join()) // expect: aabbcc
System.print("abc".join("-")) // expect: a-b-c
System.print("abc".where {|c| c != "b" }.toList) // expect: [a, c]
System.print("abc".skip(1).toList) // expect: [b, c]
System.print("abc".reduce {|a, b| b + a }) // expect: cba
