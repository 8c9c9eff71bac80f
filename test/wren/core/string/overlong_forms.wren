// A code point in a form that is too long counts as that code point.
var overlong = "\xc1\x81\xe0\x82\xa9"
System.print(overlong.toList) // expect: [A, ©]
System.print(overlong[0] == "A") // expect: true
System.print(overlong.codePoints.toList) // expect: [65, 169]
System.print(overlong.bytes.count) // expect: 5
// One beyond Unicode is no text.
System.print("\xf4\x90\x80\x80"[0] == "") // expect: true
