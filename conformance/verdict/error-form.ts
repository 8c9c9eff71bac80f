/**
 * The form of error answers. What no error answer of a run has is one fault, however many requirements
 * meet it, and whether or not they need each other.
 */

import { valueAt } from '../../kit/collections.js';
import { mustExist } from '../../kit/invariant.js';
import type { DescribedExchange } from '../http/described-exchange.js';
import {
  isAbsent,
  type JsonType,
  type Location,
  type RecordedMismatch,
  typeOf,
} from '../mismatches/mismatch.js';
import type { Case } from './case.js';

type Answer = NonNullable<DescribedExchange['response']>;

/** The errors of a target, as a run has seen them. */
export class ErrorForm {
  readonly #answers: readonly Answer[];
  /** Parsed on use: most runs have no failure about a refusal. */
  #knownBodies: readonly unknown[] | undefined;

  constructor(cases: readonly Case[]) {
    const answers = cases.flatMap(({ exchanges }) => exchanges.map(({ response }) => response));
    this.#answers = answers.filter((one) => one !== null && isRefusal(one)) as Answer[];
  }

  get #bodies(): readonly unknown[] {
    this.#knownBodies ??= this.#answers.map(({ body }) => readJson(body));
    return this.#knownBodies;
  }

  /**
   * Names what a refusal lacks and every other refusal of the run lacks, too; undefined for any other
   * mismatch.
   *
   * @param shown the exchange with the mismatch
   */
  lackIn(mismatch: RecordedMismatch, shown: DescribedExchange | undefined): string | undefined {
    if (!shown?.response || !isRefusal(shown.response)) return undefined;
    const { place, kind, expected, observed } = mismatch;
    if (place.part === 'header' && isAbsent(mismatch)) {
      return this.#headerLack(mustExist(place.name, 'name of a header'));
    }
    if (place.part !== 'body') return undefined;
    if (observed.is === 'unreadable') return this.#lackAt([]);
    if (isAbsent(mismatch)) return this.#lackAt(place.location);
    const due = expected.is === 'type' ? expected.type : undefined;
    return kind === 'type' && due !== undefined ? this.#lackAt(place.location, due) : undefined;
  }

  #headerLack(name: string): string | undefined {
    const isHere = ({ headers }: Answer) => headers.some(([one]) => one.toLowerCase() === name);
    return this.#answers.some(isHere) ? undefined : `every error: no ${name}`;
  }

  /** The outermost value on the way to a location that no error has, or not with the due type. */
  #lackAt(location: Location, due?: JsonType): string | undefined {
    for (let depth = 0; depth <= location.length; depth += 1) {
      const way = location.slice(0, depth);
      const isWhole = depth === location.length;
      const isThere = (body: unknown) => {
        const value = valueAt(body, way);
        return isWhole && due !== undefined ? typeOf(value) === due : value !== undefined;
      };
      if (!this.#bodies.some(isThere)) return `every error: ${JSON.stringify(way)}`;
    }
    return undefined;
  }
}

/** Errors of the server (5xx) come from elsewhere than those that it means. */
function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/** Undefined for what is no JSON, such as an answer that the report cuts. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
