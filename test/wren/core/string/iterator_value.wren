System.print("aéb".iteratorValue(0)) // expect: a
System.print("aéb".iteratorValue(1)) // expect: é
System.print("aéb".iteratorValue(-1)) // expect: b
