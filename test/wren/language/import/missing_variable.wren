import "./_shapes" for Circle // expect runtime error: Could not find a variable named 'Circle' in module './_shapes'.
