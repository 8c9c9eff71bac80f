System.print({}.isEmpty) // expect: true
System.print({"a": null}.isEmpty) // expect: false
