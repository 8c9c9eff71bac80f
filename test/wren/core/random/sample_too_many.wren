import "random" for Random

Random.new(1).sample([1], 2) // expect runtime error: Not enough elements to sample.
