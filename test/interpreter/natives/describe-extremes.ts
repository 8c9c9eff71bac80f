/** Tests that natives end soon with odd and extreme receivers and arguments. */
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { BudgetAbort, BudgetedExecution } from '../../../interpreter/runtime/budget.js';
import { WrenFiber } from '../../../interpreter/runtime/fiber.js';
import { WrenMap } from '../../../interpreter/runtime/map.js';
import {
  type Value,
  WrenBlock,
  WrenList,
  WrenRange,
  wrenNull,
} from '../../../interpreter/runtime/values.js';
import { type Call, callNative, signatureIn } from './call-native.js';
import { runWithExecution } from './charge-recorder.js';
import type { MakeHost } from './describe-costs.js';
import type { NativeCase, NativeTable } from './native-case.js';

/** Limits of each call. */
const limits = { timeMs: 20, memoryBytes: 2 ** 20, outputBytes: 2 ** 16 };

/** Milliseconds after which calls count as endless, on any machine. */
const mostTime = 120_000;

const numbers = [0, -0, -1, 1, 255, 2 ** 31, 2 ** 53, 1e300, -1e300, 0.5, Number.NaN, Infinity];

/** Makes fresh values, since natives change them. */
const extremes: readonly (() => Value)[] = [
  ...numbers.map((number) => () => number),
  () => '',
  () => '\xff\xc3',
  () => 'a'.repeat(2 ** 13),
  () => new WrenList([]),
  () => new WrenList(['', wrenNull]),
  () => new WrenRange(-Infinity, 1e300, true),
  () => new WrenRange(0, -1, true),
  () => new WrenMap(),
  () => new WrenFiber(new WrenBlock(0, () => wrenNull)),
  () => new WrenBlock(0, () => wrenNull),
  () => wrenNull,
  () => true,
];

/** Receivers of the class of a table's receiver. */
function receiversLike(value: Value): readonly (() => Value)[] {
  const kind = typeof value === 'object' ? value.constructor : typeof value;
  return extremes.filter((make) => {
    const each = make();
    return kind === (typeof each === 'object' ? each.constructor : typeof each);
  });
}

/** All tuples of extreme values. */
function tuples(length: number): readonly (readonly (() => Value)[])[] {
  if (length === 0) return [[]];
  return tuples(length - 1).flatMap((tuple) => extremes.map((make) => [...tuple, make]));
}

/** Arguments with all combinations of values; further ones are like the last of them. */
const combined = 2;

function* callsOf(name: string, cases: readonly NativeCase[]): Generator<Call> {
  const arity = signatureIn(name).match(/_(?=[,)\]])/g)?.length ?? 0;
  const own = cases.map(
    ({ make }) =>
      () =>
        make(16)[0],
  );
  const like = own.slice(0, 1).flatMap((make) => receiversLike(make()));
  for (const receiver of [...own, ...like]) {
    for (const tuple of tuples(Math.min(arity, combined))) {
      const rest = tuple.slice(-1).flatMap((make) => Array(arity - tuple.length).fill(make));
      yield [receiver(), ...[...tuple, ...rest].map((make) => make())];
    }
  }
}

/** Runs code that may never end. */
function runWithin(milliseconds: number, act: () => void): void {
  Object.assign(globalThis, { actWithin: act });
  runInThisContext('actWithin()', { timeout: milliseconds });
}

/** A host for calls that need none. */
const noHost: MakeHost = () => undefined;

/** Defines a test for each native in a table. */
export function describeExtremes(table: NativeTable, makeHost: MakeHost = noHost): void {
  it.each(Object.entries(table))('%s ends soon with extreme arguments', (name, cases) => {
    let last: Call | undefined;
    const callAll = (): void => {
      for (const call of callsOf(name, [cases].flat())) {
        last = call;
        const execution = new BudgetedExecution({ host: makeHost(16), limits });
        try {
          runWithExecution(execution, () => callNative(name, call));
        } catch (error) {
          if (!(error instanceof BudgetAbort)) throw error;
        }
      }
      last = undefined;
    };
    try {
      runWithin(mostTime, callAll);
    } catch (error) {
      expect.fail(`${String(error)}, with ${JSON.stringify(last)}`);
    }
  });
}
