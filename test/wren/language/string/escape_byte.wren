System.print("\x41\x62") // expect: Ab
System.print("\xff".bytes.toList) // expect: [255]
System.print("\xc3\xa9") // expect: é
System.print("\xFf" == "\xff") // expect: true
