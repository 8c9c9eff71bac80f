/** Planting faults so that it is known afterwards whether a request ever met them. */
import { Application } from './application.js';
import type { Plant } from './faults/fault.js';

/** @param onReached called whenever a method runs that the plant has put in place of another */
export function plantNoting(plant: Plant, application: Application, onReached: () => void): void {
  plant(noting(application, onReached));
}

/** The same object, as plants see it; so are the store that it holds, and its parts. */
function noting<T extends object>(original: T, onReached: () => void): T {
  const seen: T = new Proxy(original, {
    get(target, name, receiver) {
      // What inherits from it is another object, with methods of its own.
      const owner = receiver === seen ? target : receiver;
      const value: unknown = Reflect.get(target, name, owner);
      if (name === 'store') return noting(value as object, onReached);
      if (name === 'partFor' && target instanceof Application) {
        return (...given: Parameters<Application['partFor']>) =>
          noting(target.partFor(...given), onReached);
      }
      return typeof value === 'function' && owner === target ? value.bind(target) : value;
    },
    set(target, name, value: unknown, receiver) {
      const noted = typeof value === 'function' ? noteCalls(value, onReached) : value;
      return Reflect.set(target, name, noted, receiver === seen ? target : receiver);
    },
  });
  return seen;
}

function noteCalls(method: object, onReached: () => void): unknown {
  return function (this: unknown, ...given: unknown[]) {
    onReached();
    return Reflect.apply(method as () => unknown, this, given);
  };
}
