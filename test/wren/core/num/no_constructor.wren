Num.new() // expect runtime error: Num metaclass does not implement 'new()'.
