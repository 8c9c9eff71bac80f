import "meta" for Meta

Meta.eval("1 +") // expect runtime error: Could not compile source code.
