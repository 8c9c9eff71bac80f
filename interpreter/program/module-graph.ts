/** Loads modules with all their imports before any of them runs. */

import { parseAndResolve } from '../resolve/parse-and-resolve.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import { currentExecution } from '../runtime/execution.js';
import { createCompileError } from '../source/compile-error.js';
import { type Diagnostic, DiagnosticSink } from '../source/diagnostic.js';
import { decodeSource, SourceFile } from '../source/source-file.js';
import { findLibraryModule, type LibraryModule } from './library.js';

/** Source of modules, supplied by the host. Names are byte strings. */
export interface ModuleLoader {
  /**
   * The canonical name of the module that `import "name"` imports in the module `importer`. Equal
   * canonical names mean the same module.
   */
  resolve(name: string, importer: string): string;
  /**
   * The text of a module by canonical name: bytes, or a string, which is encoded as UTF-8.
   * Undefined if there is none. Called at every compilation; a module with an unchanged text is not
   * parsed again.
   */
  load(name: string): string | Uint8Array | undefined;
}

/** A module without errors. */
export interface LoadedModule {
  readonly kind: 'loaded';
  /** Canonical name. */
  readonly name: string;
  readonly resolved: ResolvedModule;
  /** Undefined for a module of the host. */
  readonly library: LibraryModule | undefined;
  /** Canonical names by the names in import statements. */
  readonly imports: ReadonlyMap<string, string>;
}

/** A module with compile errors. */
export interface BrokenModule {
  readonly kind: 'broken';
  readonly name: string;
  readonly source: SourceFile;
  readonly diagnostics: readonly Diagnostic[];
}

/** A module that the loader does not have. */
export interface MissingModule {
  readonly kind: 'missing';
  readonly name: string;
}

/** Result of loading a module. */
export type GraphModule = LoadedModule | BrokenModule | MissingModule;

/** Loaded modules by canonical name. */
export type ModuleGraph = ReadonlyMap<string, GraphModule>;

/** A module with the text that it was made from. */
interface Known {
  readonly text: string;
  readonly module: LoadedModule | BrokenModule;
}

/**
 * Checks a query literal of a module. Returns the message of a compile error, or undefined for
 * none. All texts are byte strings.
 */
export type QueryCheck = (
  sql: string,
  module: { readonly name: string; readonly text: string },
) => string | undefined;

/** Longest texts that are compiled, in bytes: the engine's part of compiling cannot be interrupted. */
export interface SourceLimits {
  /** Default: unlimited. */
  readonly module?: number;
  /**
   * Text that a script evaluates with `Meta`, and all modules together that are first imported by
   * it. Default: unlimited.
   */
  readonly evaluated?: number;
}

/** Whether a program has a module already. */
type IsLoaded = (name: string) => boolean;

/** Loads modules. A module with an unchanged text is not parsed again. */
export class GraphLoader {
  readonly #loader: ModuleLoader;
  readonly #scope: ReadonlySet<string>;
  readonly #checkQuery: QueryCheck | undefined;
  readonly limits: SourceLimits;
  readonly #known = new Map<string, Known>();

  /** @param scope the implicit variables of all modules */
  constructor(
    loader: ModuleLoader,
    scope: Iterable<string>,
    checkQuery?: QueryCheck,
    limits: SourceLimits = {},
  ) {
    this.limits = limits;
    this.#loader = loader;
    this.#scope = new Set(scope);
    this.#checkQuery = checkQuery;
  }

  /** Loads modules and their imports, except modules that `isLoaded` reports as loaded. */
  load(names: Iterable<string>, isLoaded: IsLoaded): ModuleGraph {
    const graph = new Map<string, GraphModule>();
    const pending = [...names];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (graph.has(name) || isLoaded(name)) continue;
      // The modules that evaluated code imports may take long to compile together.
      currentExecution().poll();
      const module = this.loadModule(name);
      graph.set(name, module);
      if (module.kind !== 'loaded') continue;
      for (const imported of module.imports.values()) pending.push(imported);
    }
    return graph;
  }

  /**
   * Loads the modules that evaluated code imports.
   *
   * @throws WrenCompileError if they are too long
   */
  loadLate(source: SourceFile, names: Iterable<string>, isLoaded: IsLoaded): ModuleGraph {
    const graph = this.load(names, isLoaded);
    const { evaluated = Infinity } = this.limits;
    let length = 0;
    for (const module of graph.values()) {
      const isOwn = module.kind === 'loaded' && module.library === undefined;
      if (isOwn) length += module.resolved.source.text.length;
    }
    if (length <= evaluated) return graph;
    const sink = new DiagnosticSink(source);
    const start = { start: 0, end: 0, line: 1 };
    sink.reportScan(0, 'sourceTooLong', start, evaluated, 'text of the imported modules');
    throw createCompileError(source, sink.sorted());
  }

  /** Canonical names of a module's imports, by the names in import statements. */
  resolveImports(name: string, { imports }: ResolvedModule): ReadonlyMap<string, string> {
    return new Map(imports.map((written) => [written, this.#loader.resolve(written, name)]));
  }

  /** Loads a module without its imports. */
  loadModule(name: string): GraphModule {
    const content = this.#loader.load(name);
    if (content !== undefined) return this.#resolve(decodeSource(name, content), undefined);
    const library = findLibraryModule(name);
    if (library === undefined) return { kind: 'missing', name };
    return this.#resolve(new SourceFile(name, library.source), library);
  }

  #resolve(source: SourceFile, library: LibraryModule | undefined): GraphModule {
    const { name, text } = source;
    const known = this.#known.get(name);
    if (known?.text === text) return known.module;
    const scope = library === undefined ? this.#scope : new Set([...this.#scope, ...library.names]);
    const { module: resolved, diagnostics } = parseAndResolve(source, {
      isImplicit: (variable) => scope.has(variable),
      checkQuery: (sql) => this.#checkQuery?.(sql, source),
      longest: this.limits.module,
    });
    const module: LoadedModule | BrokenModule =
      resolved === undefined
        ? { kind: 'broken', name, source, diagnostics }
        : { kind: 'loaded', name, resolved, library, imports: this.resolveImports(name, resolved) };
    this.#known.set(name, { text, module });
    return module;
  }
}
