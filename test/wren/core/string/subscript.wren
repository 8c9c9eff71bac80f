System.print("abc"[0]) // expect: a
System.print("abc"[2]) // expect: c
System.print("abc"[-1]) // expect: c
System.print("abc"[-3]) // expect: a
System.print("aéb"[1]) // expect: é
System.print("aéb"[3]) // expect: b
