/** The headers that a scenario sets for its requests. */
import { demandSendable } from './request-parts.js';
import type { ScenarioRequest } from './sentence-world.js';

type Headers = Readonly<Record<string, string>>;

/** Methods whose requests usually have no body. */
const usuallyEmpty: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'DELETE']);

/** The headers of one scenario, and those with which its earlier requests succeeded. */
export class ScenarioHeaders {
  readonly #headers = new Map<string, readonly [name: string, value: string]>();
  /** By their JSON, so that each occurs once. */
  readonly #accepted = new Map<string, Headers>();

  /**
   * Sets a header for later requests; undefined removes it.
   *
   * @throws SuiteMistake when it cannot be sent
   */
  set(name: string, value: string | undefined): void {
    if (value !== undefined) demandSendable(name, value);
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

  /** Other headers with which earlier requests succeeded, latest first. */
  get earlier(): readonly Headers[] {
    const current = JSON.stringify(this.all);
    const others = [...this.#accepted].filter(([key]) => key !== current);
    return others.map(([, headers]) => headers).reverse();
  }
}
