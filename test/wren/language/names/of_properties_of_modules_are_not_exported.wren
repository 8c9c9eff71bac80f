import "./_then" for constructor // expect runtime error: Could not find a variable named 'constructor' in module './_then'.
