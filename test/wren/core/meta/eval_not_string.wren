import "meta" for Meta

Meta.eval(123) // expect runtime error: Source code must be a string.
