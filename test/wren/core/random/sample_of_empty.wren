import "random" for Random

Random.new(1).sample([]) // expect runtime error: Not enough elements to sample.
