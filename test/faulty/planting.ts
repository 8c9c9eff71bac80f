/** Planting faults, and recording whether a request has met them. */
import { isDeepStrictEqual } from 'node:util';
import { Application } from './application.js';
import type { Plant } from './faults/fault.js';

type Method = (...given: unknown[]) => unknown;

/** The run of a planted method, compared with the method that it replaces. */
interface Doing {
  readonly name: string | symbol;
  readonly given: readonly unknown[];
  /** The result of the replaced method for the same arguments, if it was called. */
  original?: { readonly result: unknown };
  hasDoneMore: boolean;
}

/**
 * Plants a fault.
 *
 * @param onReached called whenever a planted method behaves differently from the method that it
 *   replaces: a request has met the fault then
 */
export function plantNoting(plant: Plant, application: Application, onReached: () => void): void {
  plant(new Noting(onReached).watch(application));
}

class Noting {
  readonly #onReached: () => void;
  /** The running planted methods, the innermost last. */
  readonly #doings: Doing[] = [];

  constructor(onReached: () => void) {
    this.#onReached = onReached;
  }

  /** A proxy of an object for plants, also around its store and its parts. */
  watch<T extends object>(original: T): T {
    const seen: T = new Proxy(original, {
      get: (target, name, receiver) => {
        // An object that inherits from it has its own methods.
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

  /** Access to the store counts as a difference, since changes of rows are not observed. */
  #noteStore(store: object): object {
    const doing = this.#doings.at(-1);
    if (doing !== undefined) doing.hasDoneMore = true;
    return this.watch(store);
  }

  /** A method that a plant may request. */
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

  /** A planted method. */
  #noteCalls(name: string | symbol, method: Method): Method {
    const [doings, onReached] = [this.#doings, this.#onReached];
    return function (this: unknown, ...given) {
      const doing: Doing = { name, given, hasDoneMore: false };
      doings.push(doing);
      try {
        const result = Reflect.apply(method, this, given);
        // A method without a result may have changed its arguments.
        const isSame = result !== undefined && isDeepStrictEqual(doing.original, { result });
        if (doing.hasDoneMore || !isSame) onReached();
        return result;
      } finally {
        doings.pop();
      }
    };
  }
}
