Map.new()[[]] // expect runtime error: Key must be a value type.
