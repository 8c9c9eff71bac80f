import { expect, test } from 'vitest';
import { evaluate } from '../support/serve.js';

test('toNum converts what a string writes in decimal', async () => {
  const texts = ['42', '-1', '+2', '0', '007', '1.5', '.5', '5.', '1e3', '2E-2', ' 8 '];
  const list = texts.map((text) => `Util.toNum("${text}")`).join(', ');
  expect(await evaluate(`[${list}]`)).toEqual([42, -1, 2, 0, 7, 1.5, 0.5, 5, 1000, 0.02, 8]);
});

test('toNum is null for a string that writes no number', async () => {
  const texts = ['', ' ', 'abc', '1a', '1 2', '1.2.3', '.', 'e5', '0x10', 'nan', 'inf', '1e999'];
  const list = texts.map((text) => `Util.toNum("${text}") == null`).join(', ');
  expect(await evaluate(`[${list}]`)).toEqual(texts.map(() => true));
});

test('toNum leaves a number as it is, and makes null of anything else', async () => {
  expect(await evaluate('[Util.toNum(7), Util.toNum(null), Util.toNum([1])]')).toEqual([
    7,
    null,
    null,
  ]);
});

test('toNum converts the result of COUNT', async () => {
  const count = '`SELECT COUNT(*) AS total FROM (SELECT 1 UNION SELECT 2)`.first["total"]';
  expect(await evaluate(`Util.toNum(${count})`)).toBe(2);
});
