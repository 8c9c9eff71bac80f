import { expect, test } from 'vitest';
import { RowLedger } from '../../../conformance/sessions/ledger.js';
import { fillIn } from '../../../steps/api/placeholders.js';
import type { ScenarioWorld } from '../../../steps/world.js';

const ledger = new RowLedger();
for (const id of ['3', '12', '18', '121', '180', '59']) ledger.add({ resource: 'users', id });
ledger.add({ resource: 'products', id: '5' });

const world = {
  row: { resource: 'users', id: '12' },
  firstRow: { id: '7' },
  run: { marker: 'touchstone-abc', ledger },
} as unknown as ScenarioWorld;

test.each([
  ['{id} OR 1=1', '12 OR 1=1'],
  ["{first}' OR id='{id}", "7' OR id='12"],
  ['{next}', '13'],
  ['{first wrapped}', '4294967303'],
  ['{beginning}', '5'],
  ['/{marker}/users', '/touchstone-abc/users'],
  ['1.5', '1.5'],
])('%s stands for %s', (template, expected) => {
  expect(fillIn(world, template)).toBe(expected);
});

test('an unknown placeholder is a mistake in the feature', () => {
  expect(() => fillIn(world, '/api/{other}')).toThrow('Nothing is called "{other}".');
});
