/** Loads a module and all that it imports, directly or not, before any of it runs. */
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { analyze } from '../resolve/resolve.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import type { Value } from '../runtime/values.js';
import { decodeSource } from '../source/decode-source.js';
import type { SourceFile } from '../source/source-file.js';
import { findLibraryModule } from './library.js';
import type { ModuleLoader } from './loader.js';

/** A module that has been read without errors. */
export interface LoadedModule {
  readonly kind: 'loaded';
  readonly name: string;
  readonly resolved: ResolvedModule;
  /** The variables that it sees without declaring them. */
  readonly scope: ReadonlyMap<string, Value>;
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

export type GraphModule = LoadedModule | BrokenModule | MissingModule;

/** By canonical name. */
export type ModuleGraph = ReadonlyMap<string, GraphModule>;

/** Loads modules, each once, as long as their texts stay the same. */
export class GraphLoader {
  readonly #loader: ModuleLoader;
  readonly #scope: ReadonlyMap<string, Value>;

  /** @param scope the variables that modules see without declaring them */
  constructor(loader: ModuleLoader, scope: ReadonlyMap<string, Value>) {
    this.#loader = loader;
    this.#scope = scope;
  }

  load(entry: string): ModuleGraph {
    const graph = new Map<string, GraphModule>();
    const waiting = [entry];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (graph.has(name)) continue;
      const module = this.#loadModule(name);
      graph.set(name, module);
      if (module.kind === 'loaded') waiting.push(...module.imports.values());
    }
    return graph;
  }

  #loadModule(name: string): GraphModule {
    const content = this.#loader.load(name);
    if (content !== undefined) return this.#analyze(decodeSource(name, content), this.#scope);
    const library = findLibraryModule(name);
    if (library === undefined) return { kind: 'missing', name };
    const scope = new Map([...this.#scope, ...library.scope]);
    return this.#analyze(decodeSource(name, Buffer.from(library.source, 'latin1')), scope);
  }

  #analyze(source: SourceFile, scope: ReadonlyMap<string, Value>): GraphModule {
    const { name } = source;
    const analysis = analyze(source, { isImplicit: (variable) => scope.has(variable) });
    const resolved = analysis.module;
    if (resolved === undefined) {
      return { kind: 'broken', name, source, diagnostics: analysis.diagnostics };
    }
    const imports = new Map(
      resolved.imports.map((written) => [written, this.#loader.resolve(written, name)]),
    );
    return { kind: 'loaded', name, resolved, scope, imports };
  }
}
