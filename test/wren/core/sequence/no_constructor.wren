Sequence.new() // expect runtime error: Sequence metaclass does not implement 'new()'.
