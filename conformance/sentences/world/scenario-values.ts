/** The values of a scenario: those that it remembers, and the texts that only it uses. */
import { SuiteMistake } from '../../verdict/outcomes.js';
import { isFromAnswer } from '../values/templates.js';

/**
 * The source of a value: the suite, or an answer. An endpoint is an address from an answer that is the
 * same for all clients, so it names no resource.
 */
export type ValueSource = 'answer' | 'endpoint' | 'suite';

/** Where a value comes from. */
interface Origin {
  readonly source: ValueSource;
  /** The URL of the latest request when the value was remembered; undefined before any. */
  readonly url: string | undefined;
}

/** The values that a scenario remembers under a name, with their origins, and its unique texts. */
export class ScenarioValues {
  readonly #values = new Map<string, unknown>();
  readonly #origins = new Map<string, Origin>();
  readonly #uniques = new Map<string, string>();
  /** The placeholders whose unique texts requests have contained. */
  readonly #sentUniques = new Set<string>();

  /** All remembered values. */
  get all(): ReadonlyMap<string, unknown> {
    return this.#values;
  }

  remember(name: string, value: unknown, origin: Origin): void {
    this.#values.set(name, value);
    this.#origins.set(name, origin);
  }

  /** @throws SuiteMistake when nothing has the name */
  recall(name: string): unknown {
    if (this.#values.has(name)) return this.#values.get(name);
    throw new SuiteMistake(`Nothing is remembered as "${name}".`);
  }

  /** Whether an answer gave the value of a placeholder, now or when it was remembered. */
  isFromAnswer(name: string): boolean {
    return isFromAnswer(name) || (this.#origins.get(name)?.source ?? 'suite') !== 'suite';
  }

  /** Whether a name stands for an endpoint. */
  isEndpoint(name: string): boolean {
    return this.#origins.get(name)?.source === 'endpoint';
  }

  /** The URL of the latest request when a value was remembered. */
  urlBehind(name: string): string | undefined {
    return this.#origins.get(name)?.url;
  }

  /** The unique text of a placeholder; `make` makes it on its first use. */
  unique(placeholder: string, make: () => string): string {
    const text = this.#uniques.get(placeholder) ?? make();
    this.#uniques.set(placeholder, text);
    return text;
  }

  /** The unique texts by the names of their placeholders. */
  get uniques(): ReadonlyMap<string, string> {
    return this.#uniques;
  }

  /** A text with placeholders in place of the unique texts. */
  withoutUniques(text: string): string {
    const longestFirst = [...this.#uniques].sort(([, a], [, b]) => b.length - a.length);
    return longestFirst.reduce((rest, [name, one]) => rest.replaceAll(one, uniqueOf(name)), text);
  }

  /** Replaces the unique texts whose placeholders a text contains. */
  takeUniques(uniques: ReadonlyMap<string, string>, text: string): void {
    for (const [name, one] of uniques)
      if (text.includes(uniqueOf(name))) this.#uniques.set(name, one);
  }

  /** Notes that a request with a text was sent: its unique texts are about one resource from now on. */
  noteSent(text: string): void {
    for (const [name, one] of this.#uniques) if (text.includes(one)) this.#sentUniques.add(name);
  }

  /**
   * Whether other unique texts, for the placeholders that a text contains, are not those that the
   * scenario has sent.
   */
  contradicts(uniques: ReadonlyMap<string, string>, text: string): boolean {
    return [...this.#sentUniques].some(
      (name) => text.includes(uniqueOf(name)) && uniques.get(name) !== this.#uniques.get(name),
    );
  }
}

const uniqueOf = (placeholder: string): string => `\${${placeholder}}`;
