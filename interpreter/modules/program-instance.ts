/**
 * An instance of a program: every module's code with its own variables. It is made once and run
 * again and again: a run sets all variables to null and begins at the entry module's first line,
 * whereas functions and classes of the top level stay, so that V8's caches in them stay valid.
 */
import type { ModuleCode } from '../emit/emit-module.js';
import { abort } from '../runtime/abort.js';
import { switched } from '../runtime/fiber.js';
import { messages } from '../runtime/messages.js';
import type { WrenQuery } from '../runtime/query.js';
import { drive } from '../runtime/scheduler.js';
import { type Value, wrenNull } from '../runtime/values.js';
import type { CompiledModule } from './compile-module.js';
import type { BrokenModule, MissingModule } from './module-graph.js';
import { createRuntime } from './module-runtime.js';

/** A module of a program: compiled, or why there is no code. */
export type ProgramModule =
  | {
      readonly kind: 'compiled';
      readonly compiled: CompiledModule;
      readonly scope: ReadonlyMap<string, Value>;
      readonly imports: ReadonlyMap<string, string>;
    }
  | BrokenModule
  | MissingModule;

/** What a program's instances are made from. */
export interface ProgramParts {
  readonly entry: string;
  readonly modules: ReadonlyMap<string, ProgramModule>;
  /** Whether the entry module has to be run in resumable form. */
  readonly isMainResumable: boolean;
  /** The class of query literals. */
  readonly query: typeof WrenQuery;
}

/** A module's code in one instance, and whether the current run has begun to run it. */
class LiveModule {
  readonly compiled: CompiledModule;
  readonly code: ModuleCode;
  isStarted = false;

  constructor(compiled: CompiledModule, code: ModuleCode) {
    this.compiled = compiled;
    this.code = code;
  }

  find(name: string): Value | undefined {
    const index = this.compiled.variables.indexOf(name);
    return index === -1 ? undefined : this.code.get(index);
  }

  start(): Value {
    this.isStarted = true;
    return this.code.body();
  }

  startResumably(): Value {
    this.isStarted = true;
    return this.code.resumable === undefined ? this.code.body() : this.code.resumable();
  }

  reset(): void {
    this.isStarted = false;
    this.code.reset();
  }
}

export class ProgramInstance {
  readonly #parts: ProgramParts;
  readonly #modules = new Map<string, LiveModule>();

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    for (const [name, module] of parts.modules) {
      if (module.kind !== 'compiled') continue;
      const { compiled, scope, imports } = module;
      const runtime = createRuntime(compiled, scope, {
        query: parts.query,
        importModule: (written) => {
          const live = this.#findModule(imports.get(written) ?? written);
          return live.isStarted ? wrenNull : live.start();
        },
        importResumably: (written) => {
          const live = this.#findModule(imports.get(written) ?? written);
          return live.isStarted ? wrenNull : live.startResumably();
        },
        findVariable: (written, variable) =>
          this.#findVariable(imports.get(written) ?? written, variable),
      });
      this.#modules.set(name, new LiveModule(compiled, compiled.instantiate(runtime)));
    }
  }

  /** Runs the entry module; what its top-level `return` gives. */
  run(): Value {
    const entry = this.#findModule(this.#parts.entry);
    if (!this.#parts.isMainResumable) return entry.start();
    const result = entry.startResumably();
    return result === switched ? drive(undefined) : result;
  }

  /** A variable of the entry module; undefined if it has none of that name. */
  variable(name: string): Value | undefined {
    return this.#modules.get(this.#parts.entry)?.find(name);
  }

  /** Forgets the run: no value of it stays reachable. */
  reset(): void {
    for (const module of this.#modules.values()) module.reset();
  }

  #findModule(name: string): LiveModule {
    const live = this.#modules.get(name);
    if (live !== undefined) return live;
    const module = this.#parts.modules.get(name);
    abort(
      module?.kind === 'broken' ? messages.moduleNotCompiled(name) : messages.moduleNotLoaded(name),
    );
  }

  #findVariable(module: string, name: string): Value {
    const value = this.#modules.get(module)?.find(name);
    return value ?? abort(messages.noModuleVariable(name, module));
  }
}
