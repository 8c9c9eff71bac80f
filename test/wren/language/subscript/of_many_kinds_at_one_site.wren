var get = Fn.new {|from, key| from[key] } // expect runtime error: Range does not implement '[_]'.
System.print(get.call([10, 20], 1)) // expect: 20
System.print(get.call("abc", 1)) // expect: b
System.print(get.call({1: "map"}, 1)) // expect: map
get.call(1..5, 1)
