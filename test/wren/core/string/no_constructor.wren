String.new() // expect runtime error: String metaclass does not implement 'new()'.
