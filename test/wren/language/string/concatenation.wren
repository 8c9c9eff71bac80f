System.print("a" + "b" + "c") // expect: abc
System.print("é" + "\xff").bytes.toList // expect: é�
