[1, 2].reduce {|a, b, c| a } // expect runtime error: Function expects more arguments.
