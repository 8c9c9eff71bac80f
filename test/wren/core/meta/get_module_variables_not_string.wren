import "meta" for Meta

Meta.getModuleVariables(1) // expect runtime error: Module name must be a string.
