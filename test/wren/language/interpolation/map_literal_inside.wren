System.print("%({"a": 1}["a"])") // expect: 1
