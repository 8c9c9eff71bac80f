Class.new() // expect runtime error: Class does not implement 'new()'.
