[1, 2, 3].all {|n| System.print(n) == 1 }
// expect: 1
// expect: 2
