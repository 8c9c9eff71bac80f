System.print([] is Sequence) // expect: true
System.print("" is Sequence) // expect: true
System.print((1..2) is Sequence) // expect: true
System.print({} is Sequence) // expect: true
System.print(1 is Sequence) // expect: false
