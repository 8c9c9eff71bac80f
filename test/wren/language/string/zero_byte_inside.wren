var text = "a\0b"
System.print(text.count) // expect: 3
System.print(text[1] == "\0") // expect: true
System.print({text: "found"}["a\0b"]) // expect: found
