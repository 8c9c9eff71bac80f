import "./_shapes" for Num as Number, String as Text
System.print(Number.pi > 3) // expect: true
System.print(Text) // expect: String
