/** The headers that a scenario sets for its requests. */
import { queryParameterOf } from '../../../kit/query-header.js';
import { demandSendable } from './request-parts.js';
import type { ScenarioRequest } from './sentence-world.js';

type Headers = Readonly<Record<string, string>>;

/** Methods whose requests usually have no body. */
const usuallyEmpty: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** The headers of one scenario, and those that it had before. */
export class ScenarioHeaders {
  readonly #headers = new Map<string, readonly [name: string, value: string]>();
  /** By their JSON, so that each occurs once. */
  readonly #accepted = new Map<string, Headers>();
  /** Those that the scenario has set and changed, likewise: no request may have carried them. */
  readonly #former = new Map<string, Headers>();

  /**
   * Sets a header for later requests; undefined removes it.
   *
   * @throws SuiteMistake when it cannot be sent
   */
  set(name: string, value: string | undefined): void {
    const isHeader = queryParameterOf(name) === undefined;
    if (value !== undefined && isHeader) demandSendable(name, value);
    this.#former.set(JSON.stringify(this.all), this.all);
    if (value === undefined) this.#headers.delete(name.toLowerCase());
    else this.#headers.set(name.toLowerCase(), [name, value]);
  }

  /** The headers that every request carries. */
  get all(): Headers {
    return Object.fromEntries(this.#headers.values());
  }

  /**
   * The headers of one request: its own ones replace those of the scenario. A media type that the
   * scenario sets for all bodies is not sent where there is none: servers may reject it.
   */
  of({ method, headers = {}, json, text, bytes }: ScenarioRequest): Headers {
    const all = new Map(this.#headers);
    const hasBody = (json ?? text ?? bytes) !== undefined;
    if (!hasBody && usuallyEmpty.has(method)) all.delete('content-type');
    for (const [name, value] of Object.entries(headers)) all.set(name.toLowerCase(), [name, value]);
    const type = bytes !== undefined ? 'application/octet-stream' : 'application/json';
    if ((json ?? bytes) !== undefined && !all.has('content-type')) {
      all.set('content-type', ['Content-Type', type]);
    }
    return Object.fromEntries(all.values());
  }

  /** Notes that a request with the current headers succeeded. */
  accept(): void {
    this.#accepted.set(JSON.stringify(this.all), this.all);
  }

  /** Other headers, latest first: those with which earlier requests succeeded, then all others. */
  get earlier(): readonly Headers[] {
    const current = JSON.stringify(this.all);
    const earlier = new Map([...this.#accepted].reverse());
    for (const [key, headers] of [...this.#former].reverse())
      if (!earlier.has(key)) earlier.set(key, headers);
    return [...earlier].filter(([key]) => key !== current).map(([, headers]) => headers);
  }
}
