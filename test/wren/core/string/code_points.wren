System.print("aé€😀".codePoints.toList) // expect: [97, 233, 8364, 128512]
System.print("aé".codePoints.count) // expect: 2
System.print("aé".codePoints[1]) // expect: 233
System.print("aé".codePoints[2]) // expect: -1
System.print("\xff".codePoints[0]) // expect: -1
System.print("aé".codePoints.iterate(1)) // expect: false
System.print("aé".codePoints.iterate(null)) // expect: 0
System.print("aé".codePoints.iteratorValue(1)) // expect: 233
System.print("".codePoints.toList) // expect: []
System.print("a".codePoints is Sequence) // expect: true
