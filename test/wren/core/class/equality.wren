class One {}
class Other {}
System.print(One == One) // expect: true
System.print(One == Other) // expect: false
System.print(One != Other) // expect: true
System.print(One == "One") // expect: false
