class Plain {}
System.print(Plain.attributes) // expect: null
System.print(Num.attributes) // expect: null
