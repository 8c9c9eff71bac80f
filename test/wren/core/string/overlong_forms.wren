// An overlong form counts as its code point.
var overlong = "\xc1\x81\xe0\x82\xa9"
System.print(overlong.toList) // expect: [A, ©]
System.print(overlong[0] == "A") // expect: true
System.print(overlong.codePoints.toList) // expect: [65, 169]
System.print(overlong.bytes.count) // expect: 5
// Code points beyond Unicode are omitted.
System.print("\xf4\x90\x80\x80"[0] == "") // expect: true
