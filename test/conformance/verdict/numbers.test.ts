import { expect, test } from 'vitest';
import { compareNumbers, readNumber } from '../../../conformance/http/exact-number.js';
import { parseJson } from '../../../conformance/http/json.js';
import { aNumber, anInteger, anObject, compare } from '../../../conformance/verdict/compare.js';

/** Whether an observed number is the expected one, both in the notation of JSON. */
const isSame = (expected: string, observed: string) =>
  compare(parseJson(expected), parseJson(observed)).length === 0;

test.each([
  ['9223372036854775807', '9223372036854775807'],
  ['9223372036854775807', '9223372036854775807.0'],
  ['9223372036854775807', '"9223372036854775807"'],
  ['1e400', '10e399'],
  ['0.10000000000000000001', '10.000000000000000001e-2'],
  // Notations of one number of 64 bits, which no server must avoid.
  ['19.99', '19.989999999999998'],
  ['0.1', '0.1000000000000000055511151231257827'],
  ['1e300', `${10n ** 300n + 1n}`],
  ['1e15', '1000000000000000.0'],
])('%s is %s', (expected, observed) => {
  expect(isSame(expected, observed)).toBe(true);
});

test.each([
  ['9223372036854775807', '9223372036854775806'],
  ['9223372036854775807', '9223372036854776000'],
  ['9223372036854775807', '"9223372036854775806"'],
  ['9007199254740992', '9007199254740993'],
  ['0.30000000000000000001', '0.3'],
  ['1e400', '1e401'],
  ['-1e400', '1e400'],
])('%s is not %s', (expected, observed) => {
  expect(isSame(expected, observed)).toBe(false);
});

test.each([
  ['9223372036854775807', true],
  ['1e400', true],
  ['5.0', true],
  ['9223372036854775807.5', false],
  ['1e-400', false],
])('%s is a number; an integer: %s', (digits, isWhole) => {
  const value = parseJson(digits);
  expect([aNumber.holds(value), anInteger.holds(value), anObject.holds(value)]).toEqual([
    true,
    isWhole,
    false,
  ]);
});

test('numbers have an order, whatever their digits', () => {
  const ordered = [
    ...['-1e400', '-9223372036854775808', '-0.30000000000000000001', '-1e-400', '0'],
    ...['1e-400', '0.3', '0.30000000000000000001', '2', '10', '9007199254740992'],
    ...['9007199254740993', '9223372036854775807', '1e400', '2e400'],
  ].map(readNumber);
  for (const [at, one] of ordered.entries()) {
    for (const [place, other] of ordered.entries()) {
      expect(Math.sign(compareNumbers(one, other)) === Math.sign(at - place)).toBe(true);
    }
  }
});
