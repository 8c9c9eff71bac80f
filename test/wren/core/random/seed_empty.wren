import "random" for Random

Random.new([]) // expect runtime error: Sequence cannot be empty.
