Map.new()[Fn.new {}] = 1 // expect runtime error: Key must be a value type.
