import "random" for Random

Random.new([1, "2"]) // expect runtime error: Sequence elements must all be numbers.
