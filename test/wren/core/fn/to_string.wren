System.print(Fn.new {}) // expect: <fn>
