var map = {

  "a":
    1,

  "b": 2

}
System.print(map["a"] + map["b"]) // expect: 3
