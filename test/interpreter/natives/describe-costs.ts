/** Tests that natives are charged before they work, so that no run exceeds its budget in one. */
import { describe, expect, it } from 'vitest';
import { BudgetAbort, BudgetedExecution } from '../../../interpreter/runtime/budget.js';
import { WrenAbort } from '../../../interpreter/runtime/errors.js';
import { runIn, Schedule } from '../../../interpreter/runtime/scheduler.js';
import { selectorOf } from '../../../interpreter/runtime/selector.js';
import { methodsOf, type Value, WrenList, wrenNull } from '../../../interpreter/runtime/values.js';
import { heapGrowth } from './heap-growth.js';
import { Ledger, runWithExecution } from './ledger.js';
import type { NativeCase, NativeTable } from './native-case.js';

const sizes = [2 ** 13, 2 ** 17];
const largest = 2 ** 20;
const smallest = 2 ** 8;

/** Work for each byte or element, at most: what is charged with more does not grow in line. */
const mostWork = 300;

/** What a native may make without being charged, and what V8 makes by itself meanwhile. */
const smallGrowth = 3 * 2 ** 18;

/** How many elements a native may look at that does not grow with its list. */
const fewElements = 64;

type Call = readonly [receiver: Value, ...values: Value[]];

/** Calls a native; what it aborts with counts as its answer. */
function perform(name: string, [receiver, ...values]: Call): unknown {
  const selector = selectorOf(name.replace(/^\w+\.(static )?/, ''));
  const holder: object = typeof receiver === 'object' ? receiver : methodsOf(receiver);
  const native: unknown = Reflect.get(holder, selector, holder);
  if (typeof native !== 'function') throw new Error(`There is no native ${name}.`);
  try {
    return runIn(new Schedule(), () => Reflect.apply(native, receiver, values));
  } catch (error) {
    if (error instanceof BudgetAbort || !(error instanceof WrenAbort)) throw error;
    return error;
  }
}

/** A list that counts how often its elements are looked at. */
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

/** What the host of a call is that has something of a size. */
export type MakeHost = (size: number) => unknown;

/** The tests of every native in a table. */
export function describeCosts(table: NativeTable, makeHost: MakeHost = () => undefined): void {
  const cases = Object.entries(table).flatMap(([name, each]) =>
    [each].flat().map((native: NativeCase): [string, NativeCase] => [name, native]),
  );

  const charge = (name: string, call: Call, size: number): Ledger => {
    const ledger = new Ledger(makeHost(size));
    runWithExecution(ledger, () => perform(name, call));
    return ledger;
  };

  describe.each(cases)('%s', (name, { growth, make }) => {
    it('is charged with at least the bytes that it makes', () => {
      // What V8 and Node load when they are first asked for something is not the native's.
      charge(name, make(smallest), smallest);
      const call = make(largest);
      const ledger = new Ledger(makeHost(largest));
      const times = growth === 'amortized' ? largest : 1;
      const made = heapGrowth(() => {
        let result: unknown;
        for (let time = 0; time < times; time++) {
          result = runWithExecution(ledger, () => perform(name, call));
        }
        return result;
      });
      expect(ledger.charged).toBeGreaterThan(made - smallGrowth);
    });

    if (growth === 'linear') {
      it.each(sizes)('is charged in line with a size of %d', (size) => {
        const { charged } = charge(name, make(size), size);
        expect(charged).toBeGreaterThanOrEqual(size / 2);
        expect(charged).toBeLessThan(size * mostWork);
      });

      it('ends a run whose time is over', () => {
        const size = 2 ** 17;
        const call = make(size);
        const late = new BudgetedExecution({ host: makeHost(size), limits: { timeMs: -1 } });
        expect(() => runWithExecution(late, () => perform(name, call))).toThrow(BudgetAbort);
      });
    } else {
      it('looks at few elements of its lists', () => {
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
