/** Modules of a running program, with their variables. */
import type { ModuleCode } from '../emit/emit-module.js';
import { nameModuleVariable } from '../emit/names.js';
import type { OuterVariables } from '../runtime/intrinsics.js';
import type { Value } from '../runtime/values.js';
import type { CompiledModule } from './compile-module.js';

/** Code with its own variables: a module's file, or code evaluated in the module. */
interface Unit {
  readonly compiled: CompiledModule;
  readonly code: ModuleCode;
}

/** A module of an instance of a program. */
export class LiveModule {
  /** Canonical name. */
  readonly name: string;
  /** The module's implicit variables. */
  readonly scope: ReadonlyMap<string, Value>;
  /** Whether the module has been started in the current run. */
  isStarted = false;
  readonly #base: Unit;
  readonly #evaluated: Unit[] = [];

  constructor(compiled: CompiledModule, code: ModuleCode, scope: ReadonlyMap<string, Value>) {
    this.name = compiled.module;
    this.scope = scope;
    this.#base = { compiled, code };
  }

  /** The value of one of the module's own variables; undefined for none. */
  find(name: string): Value | undefined {
    for (const { compiled, code } of this.#units()) {
      const index = compiled.variables.indexOf(name);
      if (index !== -1) return code.get(index);
    }
    return undefined;
  }

  /** Names of the module's own variables. */
  ownNames(): readonly string[] {
    return this.#units().flatMap(({ compiled }) => compiled.variables);
  }

  /** Accessors of the module's own variables, for code evaluated in it. */
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

  /** Adds evaluated code, whose variables become the module's own. */
  add(compiled: CompiledModule, code: ModuleCode): void {
    this.#evaluated.push({ compiled, code });
  }

  /** Runs the module in direct form; returns the value of its top-level `return`. */
  start(): Value {
    this.isStarted = true;
    return this.#base.code.body();
  }

  /** Starts the module in resumable form if it has one, in direct form otherwise. */
  startResumably(): Value {
    this.isStarted = true;
    const { resumable, body } = this.#base.code;
    return resumable === undefined ? body() : resumable();
  }

  /** Resets all variables. */
  reset(): void {
    this.isStarted = false;
    this.#base.code.reset();
  }

  #units(): readonly Unit[] {
    return [this.#base, ...this.#evaluated];
  }
}
