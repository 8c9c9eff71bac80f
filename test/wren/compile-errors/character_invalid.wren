var a = 1 $ 2  // expect error: Error: Invalid character '$'.
