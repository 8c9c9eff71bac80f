Map.new().remove([]) // expect runtime error: Key must be a value type.
