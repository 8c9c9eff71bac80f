System.print("%(1.5) %(true) %(null) %([1, "a"]) %(1..3) %(Num)") // expect: 1.5 true null [1, a] 1..3 Num
System.print("%({"k": "v"})") // expect: {k: v}
