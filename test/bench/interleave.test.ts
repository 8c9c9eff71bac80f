import { expect, it } from 'vitest';
import { interleave } from '../../bench/statistics.js';

it('alternates the contestants in reversed order and returns the measurements of each', async () => {
  const order: string[] = [];
  const measurements = await interleave(['a', 'b'], 3, async (contestant) => {
    order.push(contestant);
    return `${contestant}${order.length}`;
  });
  expect(order.join('')).toBe('abbaab');
  expect(measurements).toEqual([
    ['a1', 'a4', 'a5'],
    ['b2', 'b3', 'b6'],
  ]);
});
