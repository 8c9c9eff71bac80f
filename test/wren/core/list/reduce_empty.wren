[].reduce {|a, b| a } // expect runtime error: Can't reduce an empty sequence.
