System.print("aé".bytes.toList) // expect: [97, 195, 169]
System.print("aé".bytes.count) // expect: 3
System.print("aé".bytes[1]) // expect: 195
System.print("aé".bytes[-1]) // expect: 169
System.print("".bytes.toList) // expect: []
System.print("aé".bytes.iterate(null)) // expect: 0
System.print("aé".bytes.iterate(1)) // expect: 2
System.print("aé".bytes.iterate(2)) // expect: false
System.print("aé".bytes.iterate(-1)) // expect: false
System.print("".bytes.iterate(null)) // expect: false
System.print("aé".bytes.iteratorValue(2)) // expect: 169
System.print("aé".bytes is Sequence) // expect: true
System.print("a".bytes) // expect: instance of StringByteSequence
