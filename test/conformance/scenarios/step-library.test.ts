import { expect, test } from 'vitest';
import type { Step } from '../../../conformance/scenarios/scenario.js';
import type { World } from '../../../conformance/scenarios/scenario-run.js';
import { type Definitions, StepLibrary } from '../../../conformance/scenarios/step-library.js';

class NotedWorld implements World {
  readonly done: unknown[][] = [];
  begin(): void {}
  async cleanUp() {
    return [];
  }
  explain(error: Error): Error {
    return error;
  }
}

/** A library with a definition for each pattern, which notes what it is called with. */
function makeLibrary(...patterns: readonly RegExp[]) {
  const asked: string[] = [];
  const stepDefinitions = patterns.map((pattern) => ({
    expression: {
      match(text: string) {
        asked.push(`${pattern.source}: ${text}`);
        const found = pattern.exec(text);
        return found?.slice(1).map((group) => ({ getValue: () => group })) ?? null;
      },
    },
    code(this: NotedWorld, ...parameters: unknown[]) {
      this.done.push([pattern.source, ...parameters]);
    },
  }));
  const definitions = { stepDefinitions, World: NotedWorld } as unknown as Definitions;
  return { library: new StepLibrary(definitions), asked };
}

const makeStep = (text: string, parts: Partial<Step> = {}): Step => ({
  ...{ id: '1', astNodeIds: [], text },
  ...parts,
});

test('a step is done by the definition that matches it, with what stands in its text', async () => {
  const { library } = makeLibrary(/^a user named (.*)$/, /^a product$/);
  const world = library.createWorld() as NotedWorld;
  await library.runStep(makeStep('a product'), world);
  await library.runStep(makeStep('a user named Ada'), world);
  expect(world.done).toEqual([['^a product$'], ['^a user named (.*)$', 'Ada']]);
});

test('what follows a step is its last parameter', async () => {
  const { library } = makeLibrary(/^rows$/);
  const world = library.createWorld() as NotedWorld;
  const rows = [{ cells: [{ value: 'a' }] }, { cells: [{ value: '1' }] }];
  await library.runStep(makeStep('rows', { argument: { dataTable: { rows } } }), world);
  await library.runStep(makeStep('rows', { argument: { docString: { content: 'x' } } }), world);
  expect(world.done).toEqual([
    ['^rows$', expect.objectContaining({ rawTable: [['a'], ['1']] })],
    ['^rows$', 'x'],
  ]);
});

test('every definition is asked only once about a text', async () => {
  const { library, asked } = makeLibrary(/user/, /product/);
  const world = library.createWorld();
  await library.runStep(makeStep('a user'), world);
  await library.runStep(makeStep('a user'), world);
  expect(asked).toEqual(['user: a user', 'product: a user']);
});

test('a step with no definition, or with several, cannot be done', async () => {
  const { library } = makeLibrary(/user/, /a user/);
  const run = (text: string) => library.runStep(makeStep(text), library.createWorld());
  await expect(run('a list')).rejects.toThrow('"a list" has 0 definitions and shall have one.');
  await expect(run('a user')).rejects.toThrow('"a user" has 2 definitions and shall have one.');
});

test('a definition says where the groups of its match are', () => {
  const treeRegexp = {
    regexp: /^an? (user|product) named (.*)$/,
    groupBuilder: {
      build: ({ indices }: RegExpExecArray, next: () => number) =>
        [next(), next(), next()].map((index) => indices?.[index]),
    },
    match: (_text: string): unknown => 'not asked',
  };
  const expression = { treeRegexp, match: (text: string) => treeRegexp.match(text) };
  new StepLibrary({ stepDefinitions: [{ expression }] } as unknown as Definitions);
  expect(expression.match('a user named Ada')).toEqual([
    [0, 16],
    [2, 6],
    [13, 16],
  ]);
  expect(expression.match('a list')).toBeNull();
});
