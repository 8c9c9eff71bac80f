Range.new(1, 2) // expect runtime error: Range metaclass does not implement 'new(_,_)'.
