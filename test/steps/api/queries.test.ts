import { expect, test } from 'vitest';
import { fillPlaceholders } from '../../../steps/api/requests/queries.js';
import type { ServiceWorld } from '../../../steps/world/world.js';

const world = {
  row: { resource: 'users', id: '12' },
  firstRow: { id: '7' },
  run: { marker: 'touchstone-abc' },
} as unknown as ServiceWorld;

test.each([
  ['{id} OR 1=1', '12 OR 1=1'],
  ["{first}' OR id='{id}", "7' OR id='12"],
  ['{next}', '13'],
  ['{first wrapped}', '4294967303'],
  ['/{marker}/users', '/touchstone-abc/users'],
  ['1.5', '1.5'],
])('%s stands for %s', (template, expected) => {
  expect(fillPlaceholders(world, template)).toBe(expected);
});

test('an unknown placeholder is a mistake in the feature', () => {
  expect(() => fillPlaceholders(world, '/api/{other}')).toThrow('Unknown placeholder: {other}');
});
