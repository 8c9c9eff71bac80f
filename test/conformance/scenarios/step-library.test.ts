import { expect, test } from 'vitest';
import type { Step, World } from '../../../conformance/scenarios/scenario.js';
import { type StepCode, StepCollection } from '../../../conformance/scenarios/step-definitions.js';
import { StepLibrary } from '../../../conformance/scenarios/step-library.js';
import { DataTable } from '../../../conformance/scenarios/step-parameters.js';
import { parameterTypes } from '../../../conformance/sentences/values/parameter-types.js';

class NotedWorld implements World {
  readonly done: unknown[][] = [];
  begin(): void {}
  explain(error: Error): Error {
    return error;
  }
}

/** A library with a definition for each pattern, which notes what it is called with. */
function makeLibrary(...patterns: readonly (RegExp | string)[]): StepLibrary {
  const collection = new StepCollection(NotedWorld);
  for (const pattern of patterns) {
    const note: StepCode<NotedWorld> = function (...parameters: unknown[]) {
      this.done.push([String(pattern), ...parameters]);
    };
    collection.steps.push({ pattern, code: note as never, origin: new Error('defined here') });
  }
  return new StepLibrary(collection.finish(), collection.World);
}

const makeStep = (text: string, parts: Partial<Step> = {}): Step => ({
  ...{ text, kind: 'action', line: 1 },
  ...parts,
});

test('a step runs the matching definition, with the arguments in its text', async () => {
  const library = makeLibrary(/^a user named (.*)$/, /^a product$/);
  const world = library.createWorld() as NotedWorld;
  await library.runStep(makeStep('a product'), world);
  await library.runStep(makeStep('a user named Ada'), world);
  expect(world.done).toEqual([['/^a product$/'], ['/^a user named (.*)$/', 'Ada']]);
});

test.each([
  ['a/an {word} item', 'an odd item', ['odd']],
  ['{int} row(s) of {string}', '2 rows of "list a"', [2, 'list a']],
  ['{string} or {string}', `"it's" or 'a "b"'`, ["it's", 'a "b"']],
  ['a price of {float} (in total)', 'a price of -1.5 ', [-1.5]],
  ['the span {span} of a (short )text', 'the span 3-7 of a text', [['3', '7']]],
  ['the span {span}: {}', 'the span 3-7: a', [['3', '7'], 'a']],
  ['the span {span}', 'the span of', undefined],
])('%s finds the arguments of Cucumber in: %s', (pattern, text, expected) => {
  const collection = new StepCollection(NotedWorld);
  const transformer = (...ends: string[]) => ends;
  collection.types.push({ name: 'span', regexp: /(\d)-(\d)/, transformer });
  const origin = new Error('defined here');
  collection.steps.push({ pattern, code: () => {}, origin });
  const [definition] = collection.finish();
  const values = definition?.expression.match(text)?.map((value) => value.getValue(undefined));
  expect(values).toEqual(expected);
});

test('a path with many placeholders is told from other steps at once', () => {
  const collection = new StepCollection(NotedWorld);
  collection.types.push(...parameterTypes);
  const pattern = 'I send {method} {path} with {json} as {header}';
  collection.steps.push({ pattern, code: () => {}, origin: new Error('defined here') });
  const [definition] = collection.finish();
  const query = Array.from({ length: 30 }, (_, index) => `p${index}=$`.concat('{unique}')).join(
    '&',
  );
  expect(definition?.expression.match(`I send POST /things?${query} with the form`)).toBeNull();
  const own = definition?.expression.match(`I send POST /things?${query} with {"a":1} as x`);
  expect(own?.[1]?.getValue(undefined)).toBe(`/things?${query}`);
});

test('the table or text below a step is its last parameter', async () => {
  const library = makeLibrary(/^rows$/);
  const world = library.createWorld() as NotedWorld;
  const rows = [{ cells: [{ value: 'a' }] }, { cells: [{ value: '1' }] }];
  await library.runStep(makeStep('rows', { argument: { dataTable: { rows } } }), world);
  await library.runStep(makeStep('rows', { argument: { docString: { content: 'x' } } }), world);
  const [[, table] = []] = world.done;
  expect((table as DataTable).raw()).toEqual([['a'], ['1']]);
  expect(world.done).toEqual([
    ['/^rows$/', expect.any(DataTable)],
    ['/^rows$/', 'x'],
  ]);
});

test('a step without a definition, or with several, cannot run', async () => {
  const library = makeLibrary(/user/, /a user/);
  const run = (text: string) => library.runStep(makeStep(text), library.createWorld());
  await expect(run('a list')).rejects.toThrow('"a list" has 0 definitions and must have one.');
  await expect(run('a user')).rejects.toThrow('"a user" has 2 definitions and must have one.');
});

test('an expression finds arguments of its types', async () => {
  const library = makeLibrary('a user named {string} with {int} product(s)');
  const world = library.createWorld() as NotedWorld;
  await library.runStep(makeStep('a user named "Ada" with 2 products'), world);
  expect(world.done).toEqual([['a user named {string} with {int} product(s)', 'Ada', 2]]);
});
