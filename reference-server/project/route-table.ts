import type { Script } from './errors.js';
import type { ModuleName, ProjectFiles } from './scan.js';

/** What answers a path. */
export interface Route {
  /** The path, or that of the folder below which it answers all that nothing else does. */
  readonly path: string;
  /** Programs, in the order in which they run until one has answered. */
  readonly scripts: readonly Script[];
}

/** The path's segments without percent-encoding; undefined when they are not plain names. */
function decodeSegments(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('/')) ? undefined : segments;
  } catch {
    return undefined;
  }
}

/**
 * Which scripts answer which path. Paths are compared segment by segment, percent-decoded, with
 * regard to case; a slash at the end makes another path.
 */
export class RouteTable {
  readonly #endpoints = new Map<string, Route>();
  readonly #handlers = new Map<string, Route>();

  /** @param compile makes programs of the scripts that answer a path, in their order */
  constructor(
    { endpoints, routeScripts }: Pick<ProjectFiles, 'endpoints' | 'routeScripts'>,
    compile: (modules: readonly ModuleName[]) => readonly Script[],
  ) {
    const guardsOf = (path: string): ModuleName[] => {
      const guards = [...routeScripts].filter(([folder]) => path.startsWith(`${folder}/`));
      return guards.sort(([a], [b]) => a.length - b.length).map(([, module]) => module);
    };
    for (const [path, module] of endpoints) {
      this.#endpoints.set(path, { path, scripts: compile([...guardsOf(path), module]) });
    }
    for (const folder of routeScripts.keys()) {
      const path = `${folder}/`;
      this.#handlers.set(folder, { path, scripts: compile(guardsOf(path)) });
    }
  }

  /** The scripts for a request's path, which begins with `/`; undefined when there are none. */
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
