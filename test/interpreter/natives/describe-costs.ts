/** Tests that natives charge before they work, so that no run exceeds its budget in a native. */
import { describe, expect, it } from 'vitest';
import { BudgetAbort, BudgetedExecution } from '../../../interpreter/runtime/budget.js';
import { WrenList, wrenNull } from '../../../interpreter/runtime/values.js';
import { type Call, callNative } from './call-native.js';
import { ChargeRecorder, runWithExecution } from './charge-recorder.js';
import { heapGrowth } from './heap-growth.js';
import type { NativeCase, NativeTable } from './native-case.js';

const sizes = [2 ** 13, 2 ** 17];
const largest = 2 ** 20;
const smallest = 2 ** 8;

/** Greatest charge per byte or element; more would not be linear. */
const mostWork = 300;

/** Bytes that a native may allocate without a charge, including V8's own allocations. */
const smallGrowth = 3 * 2 ** 18;

/** Number of elements that a native of constant time may read. */
const fewElements = 64;

/** A list that counts reads of its elements. */
function watch(list: WrenList, onRead: () => void): WrenList {
  const items = new Proxy(list.items, {
    get(target, key) {
      if (typeof key === 'string' && /^\d/.test(key)) onRead();
      return Reflect.get(target, key);
    },
  });
  return new WrenList(items);
}

function watchAll(call: Call, onRead: () => void): Call {
  const [receiver = wrenNull, ...values] = call.map((value) =>
    value instanceof WrenList ? watch(value, onRead) : value,
  );
  return [receiver, ...values];
}

/** Makes the host of a call with values of a size. */
export type MakeHost = (size: number) => unknown;

/** Defines the tests of all natives in a table. */
export function describeCosts(table: NativeTable, makeHost: MakeHost = () => undefined): void {
  const cases = Object.entries(table).flatMap(([name, each]) =>
    [each].flat().map((native: NativeCase): [string, NativeCase] => [name, native]),
  );

  const charge = (name: string, call: Call, size: number): ChargeRecorder => {
    const recorder = new ChargeRecorder(makeHost(size));
    runWithExecution(recorder, () => callNative(name, call));
    return recorder;
  };

  describe.each(cases)('%s', (name, { growth, make }) => {
    it('is charged for at least the bytes that it allocates', () => {
      // The first call loads parts of V8 and Node, which do not count.
      charge(name, make(smallest), smallest);
      const call = make(largest);
      const recorder = new ChargeRecorder(makeHost(largest));
      const times = growth === 'amortized' ? largest : 1;
      const made = heapGrowth(() => {
        let result: unknown;
        for (let time = 0; time < times; time++) {
          result = runWithExecution(recorder, () => callNative(name, call));
        }
        return result;
      });
      expect(recorder.charged).toBeGreaterThan(made - smallGrowth);
    });

    if (growth === 'linear') {
      it.each(sizes)('is charged linearly for a size of %d', (size) => {
        const { charged } = charge(name, make(size), size);
        expect(charged).toBeGreaterThanOrEqual(size / 2);
        expect(charged).toBeLessThan(size * mostWork);
      });

      it('ends a run that exceeded its time limit', () => {
        const size = 2 ** 17;
        const call = make(size);
        const late = new BudgetedExecution({ host: makeHost(size), limits: { timeMs: -1 } });
        expect(() => runWithExecution(late, () => callNative(name, call))).toThrow(BudgetAbort);
      });
    } else {
      it('reads few elements of its lists', () => {
        let reads = 0;
        const size = 2 ** 16;
        const call = watchAll(make(size), () => {
          reads++;
        });
        charge(name, call, size);
        expect(reads).toBeLessThan(fewElements);
      });
    }
  });
}
