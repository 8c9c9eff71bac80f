/** Records which planted faults show in the answers of a server with several faults. */
import { isDeepStrictEqual } from 'node:util';
import type { Application } from './application.js';
import type { Answer, ReceivedRequest } from './exchange.js';

/**
 * For each fault, a twin of the application that lacks this fault only. It gets the same requests, so
 * that a fault shows when the answers differ.
 */
export class Twins {
  readonly #shown = new Set<string>();
  readonly #twins: ReadonlyMap<string, Application>;

  /** @param create creates an application with the named faults */
  constructor(names: readonly string[], create: (names: readonly string[]) => Application) {
    const others = (name: string) => names.filter((other) => other !== name);
    this.#twins = new Map(names.map((name) => [name, create(others(name))]));
    for (const name of names) if (transmitsOtherwise(create([name]))) this.#shown.add(name);
  }

  /** The names of faults that an answer has shown so far. */
  get shown(): ReadonlySet<string> {
    return this.#shown;
  }

  /** Compares the answer to a request with those of the twins. */
  compare(request: ReceivedRequest, answer: Answer): void {
    for (const [name, twin] of this.#twins) {
      if (!isDeepStrictEqual(twin.handle(request), answer)) this.#shown.add(name);
    }
  }
}

/** Whether a fault changes how answers are sent, which twins do not show. */
function transmitsOtherwise(application: Application): boolean {
  return Object.hasOwn(application, 'transmit');
}
