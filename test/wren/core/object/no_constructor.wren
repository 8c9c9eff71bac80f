Object.new() // expect runtime error: Object metaclass does not implement 'new()'.
