var text = "a\xffb"
System.print(text.count) // expect: 3
System.print(text.bytes.toList) // expect: [97, 255, 98]
System.print(text[1].bytes.toList) // expect: [255]
System.print(text.codePoints.toList) // expect: [97, -1, 98]
