Fn.new {|a b| a }  // expect error: Error at 'b': Expect '|' after function parameters.
