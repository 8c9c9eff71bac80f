/** Scenarios that share requests take over the unique texts of the one that sent them. */
import { expect, test } from 'vitest';
import { ScenarioValues } from '../../../conformance/sentences/world/scenario-values.js';

test('an answer about a text that the scenario has not sent contradicts it', () => {
  const values = new ScenarioValues();
  values.unique('unique', () => 'mine-1');
  values.unique('unique:other', () => 'mine-2');
  const [sent, open] = ['{"name":"${unique}"}', '{"name":"${unique:other}"}'];
  const foreign = new Map([
    ['unique', 'theirs-1'],
    ['unique:other', 'theirs-2'],
  ]);
  expect(values.contradicts(foreign, sent)).toBe(false);
  values.noteSent('{"name":"mine-1"}');
  expect(values.contradicts(foreign, sent)).toBe(true);
  expect(values.contradicts(foreign, open)).toBe(false);
  expect(values.contradicts(new Map([['unique', 'mine-1']]), sent)).toBe(false);
});
