var map = {"key%(1)": "value"}
System.print(map["key1"]) // expect: value
