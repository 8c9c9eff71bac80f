System.print(!Fn.new {}) // expect: false
