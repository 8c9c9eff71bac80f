/**
 * Messages of all runtime errors of the core library, in Wren's wording (`wren_core.c`,
 * `wren_primitive.c`, `wren_vm.c`). `name` is the name of an argument: "Index must be an integer."
 */
export const messages = {
  notFunction: (name: string) => `${name} must be a function.`,
  notNumber: (name: string) => `${name} must be a number.`,
  notInteger: (name: string) => `${name} must be an integer.`,
  notString: (name: string) => `${name} must be a string.`,
  notNonEmptyString: (name: string) => `${name} must be a non-empty string.`,
  notCount: (name: string) => `${name} must be a non-negative integer.`,
  outOfBounds: (name: string) => `${name} out of bounds.`,
  negative: (name: string) => `${name} cannot be negative.`,
  greaterThan: (name: string, limit: string) => `${name} cannot be greater than ${limit}.`,
  notClass: (name: string) => `${name} must be a class.`,
  notKey: () => 'Key must be a value type.',
  notSubscript: () => 'Subscript must be a number or a range.',
  invalidMapIterator: () => 'Invalid map iterator.',
  emptyReduce: () => "Can't reduce an empty sequence.",
  missingArguments: () => 'Function expects more arguments.',
  numberTooLarge: () => 'Number literal is too large.',
  /** Not in Wren, which has no such limit. */
  tooLong: (name: string) => `${name} is too long.`,
  notSeed: () => 'Seed must be a number or a sequence of numbers.',
  emptySeeds: () => 'Sequence cannot be empty.',
  seedsNotNumbers: () => 'Sequence elements must all be numbers.',
  sampleTooLarge: () => 'Not enough elements to sample.',
  abortedFiber: (verb: string) => `Cannot ${verb} an aborted fiber.`,
  finishedFiber: (verb: string) => `Cannot ${verb} a finished fiber.`,
  fiberAlreadyCalled: () => 'Fiber has already been called.',
  callRootFiber: () => 'Cannot call root fiber.',
  fiberParameters: () => 'Function cannot take more than one parameter.',
  moduleNotLoaded: (name: string) => `Could not load module '${name}'.`,
  moduleNotCompiled: (name: string) => `Could not compile module '${name}'.`,
  noModuleVariable: (name: string, module: string) =>
    `Could not find a variable named '${name}' in module '${module}'.`,
  noModule: (name: string) => `Could not find a module named '${name}'.`,
  notCompiled: () => 'Could not compile source code.',
  noForeignMethod: (signature: string, className: string, module: string) =>
    `Could not find foreign method '${signature}' for class ${className} in module '${module}'.`,
  /** Not in Wren, whose stacks grow as long as there is memory. */
  stackOverflow: () => 'Stack overflow.',
  /** Not in Wren; raised only in code that the host or a native called. */
  cannotSwitch: () => 'Cannot switch fibers here: the calling code cannot be suspended.',
  inheritFromNonClass: (name: string) => `Class '${name}' cannot inherit from a non-class object.`,
  /** Not in Wren, which has no limit. */
  tooManySuperclasses: (name: string) =>
    `Class '${name}' may not have more than 1000 superclasses.`,
  inheritFromBuiltIn: (name: string, superclass: string) =>
    `Class '${name}' cannot inherit from built-in class '${superclass}'.`,
  inheritFromForeign: (name: string, superclass: string) =>
    `Class '${name}' cannot inherit from foreign class '${superclass}'.`,
  foreignInheritsFields: (name: string) =>
    `Foreign class '${name}' may not inherit from a class with fields.`,
  tooManyFields: (name: string) =>
    `Class '${name}' may not have more than 255 fields, including inherited ones.`,
} as const satisfies Record<string, (...names: string[]) => string>;
