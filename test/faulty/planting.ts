/** Planting faults so that it is known afterwards whether a request ever met them. */
import { isDeepStrictEqual } from 'node:util';
import { Application } from './application.js';
import type { Plant } from './faults/fault.js';

type Method = (...given: unknown[]) => unknown;

/** What a planted method has done beside calling the one that it replaces. */
interface Doing {
  readonly name: string | symbol;
  readonly given: readonly unknown[];
  /** What the replaced method has returned for the same arguments; absent where it was not called. */
  original?: { readonly result: unknown };
  hasDoneMore: boolean;
}

/**
 * Plants a fault.
 *
 * @param onReached called whenever a planted method does anything else than the method in whose place
 *   it is: a request has met the fault then
 */
export function plantNoting(plant: Plant, application: Application, onReached: () => void): void {
  plant(new Noting(onReached).watch(application));
}

class Noting {
  readonly #onReached: () => void;
  /** The planted methods that run, the innermost last. */
  readonly #doings: Doing[] = [];

  constructor(onReached: () => void) {
    this.#onReached = onReached;
  }

  /** The same object, as plants see it; so are the store that it holds, and its parts. */
  watch<T extends object>(original: T): T {
    const seen: T = new Proxy(original, {
      get: (target, name, receiver) => {
        // What inherits from it is another object, with methods of its own.
        const owner = receiver === seen ? target : receiver;
        const value: unknown = Reflect.get(target, name, owner);
        if (name === 'store') return this.#noteStore(value as object);
        if (name === 'partFor' && target instanceof Application) {
          return (...given: Parameters<Application['partFor']>) =>
            this.watch(target.partFor(...given));
        }
        if (typeof value !== 'function' || owner !== target) return value;
        return this.#noteUse(name, value.bind(target) as Method);
      },
      set: (target, name, value: unknown, receiver) => {
        const noted = typeof value === 'function' ? this.#noteCalls(name, value as Method) : value;
        return Reflect.set(target, name, noted, receiver === seen ? target : receiver);
      },
    });
    return seen;
  }

  /** What a plant does about rows is not seen. */
  #noteStore(store: object): object {
    const doing = this.#doings.at(-1);
    if (doing !== undefined) doing.hasDoneMore = true;
    return this.watch(store);
  }

  /** A method that a plant may call. */
  #noteUse(name: string | symbol, method: Method): Method {
    return (...given) => {
      const doing = this.#doings.at(-1);
      const result = method(...given);
      if (doing === undefined) return result;
      const isSame = name === doing.name && isDeepStrictEqual(given, doing.given);
      if (isSame) doing.original = { result };
      else doing.hasDoneMore = true;
      return result;
    };
  }

  /** A method that a plant has put in place of another one. */
  #noteCalls(name: string | symbol, method: Method): Method {
    const [doings, onReached] = [this.#doings, this.#onReached];
    return function (this: unknown, ...given) {
      const doing: Doing = { name, given, hasDoneMore: false };
      doings.push(doing);
      try {
        const result = Reflect.apply(method, this, given);
        // A method without a result may have changed what it was given.
        const isSame = result !== undefined && isDeepStrictEqual(doing.original, { result });
        if (doing.hasDoneMore || !isSame) onReached();
        return result;
      } finally {
        doings.pop();
      }
    };
  }
}
