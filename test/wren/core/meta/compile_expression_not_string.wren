import "meta" for Meta

Meta.compileExpression([]) // expect runtime error: Source code must be a string.
