Map.new().containsKey([]) // expect runtime error: Key must be a value type.
