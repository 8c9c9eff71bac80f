import "random" for Random

Random.new(1).sample([1, 2], "x") // expect runtime error: String does not implement '>(_)'.
