[1, 2, 3].any {|n| System.print(n) == 2 }
// expect: 1
// expect: 2
