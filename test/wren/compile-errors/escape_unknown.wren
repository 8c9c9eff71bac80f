System.print("a\qb")  // expect error: Error: Invalid escape character 'q'.
