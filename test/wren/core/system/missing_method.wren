System.exit() // expect runtime error: System metaclass does not implement 'exit()'.
