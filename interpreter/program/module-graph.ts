/** Loads a module and all that it imports, directly or not, before any of it runs. */

import { parseAndResolve } from '../resolve/parse-and-resolve.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import type { Diagnostic } from '../source/diagnostic.js';
import { decodeSource, SourceFile } from '../source/source-file.js';
import { findLibraryModule, type LibraryModule } from './library.js';

/** Where modules come from; the host supplies it. */
export interface ModuleLoader {
  /**
   * The canonical name of the module that `import "name"` means in the module `importer`. Modules
   * are told apart by canonical name. `name` and the answer are byte strings.
   */
  resolve(name: string, importer: string): string;
  /** A module's text (bytes, or a string that is encoded as UTF-8); undefined if there is none. */
  load(name: string): string | Uint8Array | undefined;
}

/** A module that has been read without errors. */
export interface LoadedModule {
  readonly kind: 'loaded';
  readonly name: string;
  readonly resolved: ResolvedModule;
  /** Undefined for a module of the host's. */
  readonly library: LibraryModule | undefined;
  /** Canonical names by the names in its import statements. */
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

/** What has become of a module that was to be loaded. */
export type GraphModule = LoadedModule | BrokenModule | MissingModule;

/** By canonical name. */
export type ModuleGraph = ReadonlyMap<string, GraphModule>;

interface Known {
  readonly text: string;
  readonly module: LoadedModule | BrokenModule;
}

/**
 * Says what is wrong with a query literal, given as a byte string with the module that contains it;
 * undefined when nothing is.
 */
export type QueryCheck = (
  sql: string,
  module: { readonly name: string; readonly text: string },
) => string | undefined;

/** Loads modules; one whose text is the same as before is not analyzed again. */
export class GraphLoader {
  readonly #loader: ModuleLoader;
  readonly #scope: ReadonlySet<string>;
  readonly #checkQuery: QueryCheck | undefined;
  readonly #known = new Map<string, Known>();

  /** @param scope the variables that all modules see without declaring them */
  constructor(loader: ModuleLoader, scope: Iterable<string>, checkQuery?: QueryCheck) {
    this.#loader = loader;
    this.#scope = new Set(scope);
    this.#checkQuery = checkQuery;
  }

  /** Loads modules and what they import, except for those that are there already. */
  load(names: Iterable<string>, isThere: (name: string) => boolean): ModuleGraph {
    const graph = new Map<string, GraphModule>();
    const waiting = [...names];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (graph.has(name) || isThere(name)) continue;
      const module = this.#loadModule(name);
      graph.set(name, module);
      if (module.kind === 'loaded') waiting.push(...module.imports.values());
    }
    return graph;
  }

  /** The canonical names of what a module imports, by the names in its import statements. */
  resolveImports(name: string, { imports }: ResolvedModule): ReadonlyMap<string, string> {
    return new Map(imports.map((written) => [written, this.#loader.resolve(written, name)]));
  }

  #loadModule(name: string): GraphModule {
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
    });
    const module: LoadedModule | BrokenModule =
      resolved === undefined
        ? { kind: 'broken', name, source, diagnostics }
        : { kind: 'loaded', name, resolved, library, imports: this.resolveImports(name, resolved) };
    this.#known.set(name, { text, module });
    return module;
  }
}
