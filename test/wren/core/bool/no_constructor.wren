Bool.new() // expect runtime error: Bool metaclass does not implement 'new()'.
