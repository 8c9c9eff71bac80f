import type { Natives } from '../runtime/class.js';
import type { ModuleLoader } from './loader.js';
import type { Program } from './program.js';

/** A class that the host adds; every module sees it without an import. */
export interface HostClass {
  readonly name: string;
  /** Static methods by signature; their `this` is the class. */
  readonly statics?: Natives;
  /** Instance methods by signature; their `this` is the receiver. */
  readonly methods?: Natives;
}

export interface InterpreterOptions {
  readonly modules: ModuleLoader;
  readonly classes?: readonly HostClass[];
  /** Methods of query literals by signature; their `this` is the WrenQuery. */
  readonly query?: Natives;
}

/** Compiles programs that share modules and host classes. */
export interface Interpreter {
  /**
   * Compiles a module, given by its canonical name, and all modules that it imports.
   *
   * @throws WrenCompileError when the module itself has errors or cannot be loaded; those of an
   *   imported module are raised as runtime errors by the import statement
   */
  compile(module: string): Program;
}
