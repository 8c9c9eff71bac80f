System.print("é"[1] == "\xa9") // expect: true
System.print("\xff"[0] == "\xff") // expect: true
System.print("\xe2\x82"[0] == "\xe2") // expect: true
