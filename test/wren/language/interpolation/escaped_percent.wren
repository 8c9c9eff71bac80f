System.print("100\%") // expect: 100%
System.print("\%(1)") // expect: %(1)
