import "random" for Random

Random.new(null) // expect runtime error: Seed must be a number or a sequence of numbers.
