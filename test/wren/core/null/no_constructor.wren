Null.new() // expect runtime error: Null metaclass does not implement 'new()'.
