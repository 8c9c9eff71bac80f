import "meta" for Meta

Meta.compile(null) // expect runtime error: Source code must be a string.
