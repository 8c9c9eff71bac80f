import type { Program } from '../../interpreter/index.js';
import type { ModuleName, ProjectFiles } from './scan.js';

/** A compiled program that answers requests. */
export type Script = Pick<Program, 'maySuspend' | 'start'>;

/** An entry of the route table. */
export interface Route {
  /** Whether the path has a script of its own; otherwise the route scripts of its folder run. */
  readonly isEndpoint: boolean;
  /** Path of an endpoint; or a folder's path with a trailing slash, for its route scripts. */
  readonly path: string;
  /** The route scripts of all folders above, then the endpoint, in one program. */
  readonly script: Script;
}

/** Segments of a path, percent-decoded; undefined when no endpoint can have the path. */
function decodeSegments(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/**
 * Table from paths to scripts. Paths are compared by segment, percent-decoded and case-sensitive; a
 * trailing slash makes a different path.
 */
export class RouteTable {
  readonly #endpoints = new Map<string, Route>();
  readonly #handlers = new Map<string, Route>();

  /**
   * Makes the table of a project, and compiles one script after the other.
   *
   * @param compile makes a program of route scripts, the outermost first, and a module
   */
  static async compile(
    { endpoints, routeScripts }: Pick<ProjectFiles, 'endpoints' | 'routeScripts'>,
    compile: (guards: readonly ModuleName[], module: ModuleName) => Promise<Script>,
  ): Promise<RouteTable> {
    const table = new RouteTable();
    const guardsOf = (path: string): ModuleName[] => {
      const guards = [...routeScripts].filter(([folder]) => path.startsWith(`${folder}/`));
      return guards.sort(([a], [b]) => a.length - b.length).map(([, module]) => module);
    };
    for (const [path, module] of endpoints) {
      const script = await compile(guardsOf(path), module);
      table.#endpoints.set(path, { isEndpoint: true, path, script });
    }
    for (const [folder, module] of routeScripts) {
      const script = await compile(guardsOf(folder), module);
      table.#handlers.set(folder, { isEndpoint: false, path: `${folder}/`, script });
    }
    return table;
  }

  /** Finds the route of a path that begins with `/`; undefined when no script answers it. */
  find(path: string): Route | undefined {
    const exact = path.includes('%') ? undefined : this.#endpoints.get(path);
    return exact ?? this.#search(path);
  }

  #search(path: string): Route | undefined {
    const segments = decodeSegments(path);
    if (segments === undefined) return undefined;
    const endpoint = this.#endpoints.get(segments.join('/'));
    if (endpoint !== undefined) return endpoint;
    for (let end = segments.length; end > 1; end--) {
      const handler = this.#handlers.get(segments.slice(0, end).join('/'));
      if (handler !== undefined) return handler;
    }
    return undefined;
  }
}
