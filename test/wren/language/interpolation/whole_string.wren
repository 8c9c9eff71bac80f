System.print("%(1)") // expect: 1
System.print("%("text")") // expect: text
