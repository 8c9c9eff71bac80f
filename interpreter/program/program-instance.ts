/**
 * An instance of a program: the code of every module with its variables. An instance serves many
 * runs, one at a time. A run begins with all variables null; functions and classes of the top level
 * stay, so that V8's inline caches stay valid.
 */
import type { ModuleCode } from '../emit/emit-module.js';
import type { ForeignBinder } from '../foreign/foreign-class.js';
import type { ProgramAccess } from '../foreign/meta.js';
import { parseAndResolve } from '../resolve/parse-and-resolve.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import { startClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { currentExecution } from '../runtime/execution.js';
import { switched } from '../runtime/fiber.js';
import type { OuterVariables } from '../runtime/intrinsics.js';
import { messages } from '../runtime/messages.js';
import type { WrenQuery } from '../runtime/query.js';
import { drive, probe } from '../runtime/scheduler.js';
import { type FindTables, readTrace, type TraceTables } from '../runtime/trace.js';
import { type Code, type Value, WrenFn, wrenNull } from '../runtime/values.js';
import { createCompileError, WrenCompileError } from '../source/compile-error.js';
import { SourceFile } from '../source/source-file.js';
import type { CompiledModule, ModuleRuntime } from './compile-module.js';
import {
  type CompiledProgram,
  compileEvaluated,
  compileLate,
  type ProgramFacts,
  type ReadyModule,
} from './compile-program.js';
import { LiveModule } from './live-module.js';
import type { BrokenModule, GraphLoader, MissingModule } from './module-graph.js';
import { createRuntime } from './module-runtime.js';

/** Canonical names of the modules that a program runs, in order. */
export type EntryModules = readonly [string, ...string[]];

/** The parts of a program from which instances are made. */
export interface ProgramParts extends CompiledProgram {
  readonly entries: EntryModules;
  readonly facts: ProgramFacts;
  /** Implicit variables of all modules. */
  readonly scope: ReadonlyMap<string, Value>;
  readonly loader: GraphLoader;
  readonly findForeign: ForeignBinder;
  /** The class of query literals. */
  readonly query: typeof WrenQuery;
}

/** Evaluated code as a function. */
class EvaluatedFn extends WrenFn {
  override readonly arity = 0;
  override readonly mayYield = true;
  override readonly code: Code;
  override readonly resumable: Code | undefined;

  constructor({ body, resumable }: ModuleCode) {
    super();
    this.code = body;
    this.resumable = resumable;
  }
}

/** An instance of a program; one run at a time. */
export class ProgramInstance implements ProgramAccess {
  readonly #parts: ProgramParts;
  readonly #modules = new Map<string, LiveModule | BrokenModule | MissingModule>();
  /** Tables for stack traces, by file name of the generated script. */
  readonly #tables = new Map<string, TraceTables>();
  #hasEvaluated = false;

  constructor(parts: ProgramParts) {
    this.#parts = parts;
    for (const [name, module] of parts.modules) {
      this.#modules.set(name, module.kind === 'ready' ? this.#makeLive(module) : module);
    }
  }

  /** Finds tables for stack traces. */
  readonly findTables: FindTables = (file) => this.#tables.get(file);

  /**
   * Runs an entry module, unless an earlier one imported it.
   *
   * @returns the value of its top-level `return`, or `switched`
   */
  run(entry: string): Value {
    const live = this.#find(entry);
    if (live.isStarted) return wrenNull;
    if (!this.#parts.isMainResumable) return live.start();
    const result = live.startResumably();
    return result === switched ? drive(undefined) : result;
  }

  /** The value of a variable of a module; undefined for none. */
  variable(module: string, name: string): Value | undefined {
    return this.#find(module).find(name);
  }

  /**
   * Whether a run has evaluated code. Its modules and tables stay with the instance, which must not
   * serve further runs: they would accumulate.
   */
  get hasEvaluated(): boolean {
    return this.#hasEvaluated;
  }

  /** Resets all modules, so that no value of the last run stays reachable. */
  reset(): void {
    for (const module of this.#modules.values()) {
      if (module instanceof LiveModule) module.reset();
    }
  }

  /**
   * Compiles code in a module.
   *
   * @param source a byte string
   * @param isExpression whether it is a single expression, whose value the function returns
   * @throws WrenCompileError if the code has errors
   */
  evaluate(module: string, source: string, isExpression: boolean): WrenFn {
    const { facts, loader } = this.#parts;
    this.#hasEvaluated = true;
    const live = this.#find(module);
    const outer = new Set(live.ownNames());
    const resolved = this.#resolve(live, source, isExpression, outer);
    const imports = loader.resolveImports(module, resolved);
    const isLoaded = (name: string) => this.#modules.has(name);
    const graph = loader.loadLate(resolved.source, imports.values(), isLoaded);
    for (const [name, late] of compileLate(graph, facts)) {
      this.#modules.set(name, late.kind === 'ready' ? this.#makeLive(late) : late);
    }
    const compiled = compileEvaluated(module, resolved, outer, facts);
    const runtime = this.#createRuntime(compiled, live.scope, imports, live.outerVariables());
    const code = compiled.instantiate(runtime);
    live.add(compiled, code);
    return new EvaluatedFn(code);
  }

  compileInCaller(source: string, isExpression: boolean, isReported: boolean): WrenFn | undefined {
    const frames = readTrace(probe(), this.findTables);
    const caller = frames.find(({ module }) => module !== 'meta')?.module;
    try {
      return this.evaluate(caller ?? this.#parts.entries[0], source, isExpression);
    } catch (error) {
      if (!(error instanceof WrenCompileError)) throw error;
      if (isReported) currentExecution().report(error.message);
      return undefined;
    }
  }

  variableNames(module: string): Iterable<string> | undefined {
    const live = this.#modules.get(module);
    if (!(live instanceof LiveModule)) return undefined;
    return new Set([...this.#parts.scope.keys(), ...live.ownNames()]);
  }

  #resolve(
    live: LiveModule,
    text: string,
    isExpression: boolean,
    outer: ReadonlySet<string>,
  ): ResolvedModule {
    const source = new SourceFile(live.name, text);
    const { module, diagnostics } = parseAndResolve(source, {
      isImplicit: (name) => outer.has(name) || live.scope.has(name),
      isExpression,
      longest: this.#parts.loader.limits.evaluated,
    });
    if (module === undefined) throw createCompileError(source, diagnostics);
    return module;
  }

  #makeLive({ compiled, loaded }: ReadyModule): LiveModule {
    const { scope } = this.#parts;
    const own = loaded.library?.createScope(this) ?? new Map<string, Value>();
    const all: ReadonlyMap<string, Value> = new Map([...scope, ...own]);
    const runtime = this.#createRuntime(compiled, all, loaded.imports, {});
    return new LiveModule(compiled, compiled.instantiate(runtime), all);
  }

  #createRuntime(
    compiled: CompiledModule,
    scope: ReadonlyMap<string, Value>,
    imports: ReadonlyMap<string, string>,
    outer: OuterVariables,
  ): ModuleRuntime {
    this.#tables.set(compiled.file, compiled);
    const canonical = (written: string) => imports.get(written) ?? written;
    return createRuntime(compiled, scope, {
      startClass,
      query: this.#parts.query,
      findForeign: this.#parts.findForeign,
      importModule: (written) => this.#import(canonical(written), (live) => live.start()),
      importResumably: (written) =>
        this.#import(canonical(written), (live) => live.startResumably()),
      findVariable: (written, name) => this.#findVariable(canonical(written), name),
      outer,
      tables: compiled,
    });
  }

  #import(name: string, start: (live: LiveModule) => Value): Value {
    const live = this.#find(name);
    return live.isStarted ? wrenNull : start(live);
  }

  #find(name: string): LiveModule {
    const module = this.#modules.get(name);
    if (module instanceof LiveModule) return module;
    if (module?.kind !== 'broken') abort(messages.moduleNotLoaded(name));
    currentExecution().report(createCompileError(module.source, module.diagnostics).message);
    abort(messages.moduleNotCompiled(name));
  }

  #findVariable(module: string, name: string): Value {
    const live = this.#find(module);
    const value = live.find(name) ?? this.#parts.scope.get(name);
    return value ?? abort(messages.noModuleVariable(name, module));
  }
}
