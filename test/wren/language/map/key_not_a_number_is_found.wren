var map = {Num.nan: "nan"}
System.print(map[Num.nan]) // expect: nan
