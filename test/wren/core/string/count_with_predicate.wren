System.print("banana".count {|c| c == "a" }) // expect: 3
