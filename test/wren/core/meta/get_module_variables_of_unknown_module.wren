import "meta" for Meta

Meta.getModuleVariables("no such module") // expect runtime error: Could not find a module named 'no such module'.
