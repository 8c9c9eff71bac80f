System.print("<" + "" + ">") // expect: <>
System.print("".isEmpty) // expect: true
