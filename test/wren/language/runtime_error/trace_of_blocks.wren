var outer = Fn.new {
  [1].each {|x|
    Fn.new {
      x.missing // expect runtime error: Num does not implement 'missing'. // expect frame 1: new(_) block argument
    }.call() // expect frame 2: each(_) block argument
  } // expect frame 3: new(_) block argument
}
outer.call() // expect frame 4: (script)
