/** A module of a running program: its code with its variables. */
import type { ModuleCode } from '../emit/emit-module.js';
import { nameModuleVariable } from '../emit/names.js';
import type { OuterVariables } from '../runtime/intrinsics.js';
import type { Value } from '../runtime/values.js';
import type { CompiledModule } from './compile-module.js';

/** Code with variables of its own: a module's file, or code that was evaluated in it later. */
interface Unit {
  readonly compiled: CompiledModule;
  readonly code: ModuleCode;
}

/** One module of one instance of a program. */
export class LiveModule {
  readonly name: string;
  /** The variables that the module sees without declaring them. */
  readonly scope: ReadonlyMap<string, Value>;
  /** Whether the current run has begun to run the module. */
  isStarted = false;
  readonly #base: Unit;
  readonly #later: Unit[] = [];

  constructor(compiled: CompiledModule, code: ModuleCode, scope: ReadonlyMap<string, Value>) {
    this.name = compiled.module;
    this.scope = scope;
    this.#base = { compiled, code };
  }

  /** The value of a variable that lives in the module's code. */
  find(name: string): Value | undefined {
    for (const { compiled, code } of this.#units()) {
      const index = compiled.variables.indexOf(name);
      if (index !== -1) return code.get(index);
    }
    return undefined;
  }

  /** The names of the variables that live in the module's code. */
  ownNames(): readonly string[] {
    return this.#units().flatMap(({ compiled }) => compiled.variables);
  }

  /** Access to the variables for code that is evaluated in the module. */
  outerVariables(): OuterVariables {
    const outer: OuterVariables = Object.create(null);
    for (const { compiled, code } of this.#units()) {
      for (const [index, name] of compiled.variables.entries()) {
        Object.defineProperty(outer, nameModuleVariable(name), {
          get: () => code.get(index),
          set: (value: Value) => code.set(index, value),
          configurable: true,
        });
      }
    }
    return outer;
  }

  /** Adds code that was evaluated in the module: its variables are the module's from now on. */
  add(compiled: CompiledModule, code: ModuleCode): void {
    this.#later.push({ compiled, code });
  }

  /** Runs the module in direct form; what its top-level `return` gives. */
  start(): Value {
    this.isStarted = true;
    return this.#base.code.body();
  }

  /** Runs the module in resumable form if it has one. */
  startResumably(): Value {
    this.isStarted = true;
    const { resumable, body } = this.#base.code;
    return resumable === undefined ? body() : resumable();
  }

  /** Forgets what a run left in the variables, and all code that was added. */
  reset(): void {
    this.isStarted = false;
    this.#later.length = 0;
    this.#base.code.reset();
  }

  #units(): readonly Unit[] {
    return [this.#base, ...this.#later];
  }
}
