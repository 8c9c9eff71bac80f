System.print("abcde"[1..3]) // expect: bcd
System.print("abcde"[1...3]) // expect: bc
System.print("abcde"[3..1]) // expect: dcb
System.print("abcde"[3...1]) // expect: dc
System.print("abcde"[-3..-1]) // expect: cde
System.print("abcde"[0..-1]) // expect: abcde
System.print("abcde"[2...2] == "") // expect: true
System.print("abcde"[5..-1] == "") // expect: true
System.print("abcde"[5...5] == "") // expect: true
System.print(""[0..-1] == "") // expect: true
System.print(""[0...0] == "") // expect: true
