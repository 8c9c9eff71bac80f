/**
 * Compiling takes time in proportion to the text, and polls, for every rule of the grammar. Time is
 * counted in steps, as V8 counts them: runs of all blocks of the interpreter's code.
 */
import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Execution, switchExecution } from '../../interpreter/runtime/execution.js';
import type * as ast from '../../interpreter/syntax/ast.js';
import { grammar, type InfixForm, type PrefixForm } from '../../interpreter/syntax/grammar.js';
import { compileText } from './program/run-text.js';

/** Writes a rule of the grammar around an expression. */
type Rule = (inner: string) => string;

/** A form of each kind of expression; operators and other tokens are in the tables below. */
const expressions = {
  literal: (x) => `(${x} is Num ? 1 : "text")`,
  query: (x) => `(\`select\`).foo(${x})`,
  interpolation: (x) => `"a %(a) b".foo(${x})`,
  list: (x) => `[a, ${x}, null]`,
  map: (x) => `[{a: ${x}, 1: a}]`,
  name: (x) => `Unknown.foo(${x})`,
  field: (x) => `(_f = ${x})`,
  'static-field': (x) => `(__s = ${x})`,
  this: (x) => `this.foo(${x})`,
  assignment: (x) => `(a = ${x})`,
  call: (x) => `a.foo(${x}, 1)`,
  'super-call': (x) => `super.foo(${x})`,
  logical: (x) => `(a && ${x} || a)`,
  conditional: (x) => `(a ? ${x} : 1)`,
  invalid: (x) => x,
} satisfies Record<ast.Expression['kind'], Rule>;

/** A form of each kind of statement, in a block, which is an expression. */
const statements = {
  'expression-statement': (x) => `${x}`,
  variable: (x) => `var v = ${x}`,
  block: (x) => `{\n${x}\n}`,
  if: (x) => `if (${x}) a else if (a) ${x} else 1`,
  while: (x) => `while (${x}) a`,
  for: (x) => `for (i in ${x}) i`,
  break: (x) => `while (a) {\n${x}\nbreak\n}`,
  continue: (x) => `while (a) {\n${x}\ncontinue\n}`,
  return: (x) => `return ${x}`,
  class: (x) => `class D is Object {\n#key = 1\nconstruct new(p) { ${x} }\nstatic m { ${x} }\n}`,
  import: (x) => `import "other" for Other\n${x}`,
} satisfies Record<ast.Statement['kind'], Rule>;

/** The rules of tokens, by their roles in the grammar's table. */
const prefixes: Readonly<Record<PrefixForm, (token: string) => Rule | undefined>> = {
  group: () => (x) => `(${x})`,
  unary: (token) => (x) => `${token}(${x})`,
  list: () => undefined,
  map: () => undefined,
  literal: () => undefined,
  interpolation: () => undefined,
  name: () => undefined,
  field: () => undefined,
  'static-field': () => undefined,
  this: () => undefined,
  super: () => undefined,
};
const infixes: Readonly<Record<InfixForm, (token: string) => Rule>> = {
  operator: (token) => (x) => `(${x} ${token} Num)`,
  logical: (token) => (x) => `(${x} ${token} a)`,
  conditional: () => (x) => `(a ? a : ${x})`,
  call: () => (x) => `(${x}).foo {|p| p }`,
  subscript: () => (x) => `a[${x}]`,
};

const rules = new Map<string, Rule>([
  ...Object.entries(expressions),
  ...Object.entries(statements).map(([kind, write]): [string, Rule] => [
    `${kind} statement`,
    (x) => `Fn.new {\n${write(x)}\n}`,
  ]),
  ...Object.entries(grammar).flatMap(([token, { prefix, infix }]): [string, Rule][] => {
    const before = prefix && prefixes[prefix](token);
    const between = infix && infixes[infix](token);
    return [
      ...(before ? [[`${token} before`, before] as [string, Rule]] : []),
      ...(between ? [[`${token} between`, between] as [string, Rule]] : []),
    ];
  }),
]);

/** What may follow an expression any number of times: a chain. */
const links = Object.entries(grammar).flatMap(([token, { infix }]) => {
  switch (infix) {
    case 'operator':
    case 'logical':
      return [` ${token} a`];
    case 'call':
      return ['.foo', '.foo(a)', '.call(a)', '.foo {|p| p }', '\n.foo'];
    case 'subscript':
      return ['[a]', '[1]'];
    default:
      return [];
  }
});

/** What may be repeated in a construct: its text around the repetitions, and one of them. */
const repetitions: Readonly<
  Record<string, readonly [before: string, part: string, behind: string]>
> = {
  'elements of a list': ['[', 'a, ', ']'],
  'entries of a map': ['a = {', 'a: a, ', '}'],
  'literal entries of a map': ['a = {', '1: 2, ', '}'],
  interpolations: ['"', '%(a) ', '"'],
  'interpolations after calls': ['"%(a.foo) %(a.foo)', '%(a) ', '"'],
  branches: ['', 'if (a) 1 else ', '1'],
  lines: ['', '\n', ''],
  comments: ['', '/* a */', ''],
  'a text': ['"', 'x', '"'],
  'a raw text': ['"""', 'x\n', '"""'],
  'a query': ['`', 'x', '`'],
};

/** A program with code in a method that may also be suspended. */
const programOf = (
  code: string,
  isSuspendable: boolean,
) => `${isSuspendable ? 'Fiber.new { Fiber.yield(1) }.call()\n' : ''}class Unknown {
  foo(x) { ${isSuspendable ? 'Fiber.yield(x)' : 'x'} }
  bar(a) {
    a = this
    ${code}
  }
}`;

const inspector = new Session();

beforeAll(async () => {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

afterAll(() => inspector.disconnect());

/** The number of runs of all blocks since the last call. */
async function takeSteps(): Promise<number> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  let steps = 0;
  for (const { url, functions } of result) {
    if (!/\/interpreter\/(?!.*test)/.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) steps += count;
  }
  return steps;
}

/** The costs of compiling a text: steps, and units of work that are charged. */
interface Costs {
  readonly steps: number;
  readonly charged: number;
}

async function costsOf(text: string): Promise<Costs> {
  let charged = 0;
  const counting = {
    work: (units: number) => {
      charged += units;
    },
    poll: () => undefined,
  } as Execution;
  await takeSteps();
  const previous = switchExecution(counting);
  try {
    compileText({ main: text, other: 'var Other = 1' });
  } finally {
    switchExecution(previous);
  }
  return { steps: await takeSteps(), charged };
}

/**
 * Compares the growth of the costs from 2n to 4n repetitions with that from n to 2n: it is twice as
 * much in proportion, four times if the time grows by the square.
 */
async function expectProportion(
  write: (count: number) => string,
  least: number,
  isSuspendable: boolean,
): Promise<void> {
  const costs: Costs[] = [];
  for (const count of [least, 2 * least, 4 * least]) {
    costs.push(await costsOf(programOf(write(count), isSuspendable)));
  }
  const [few, more, many] = costs as [Costs, Costs, Costs];
  expect((many.steps - more.steps) / (more.steps - few.steps)).toBeLessThan(2.3);
  // A poll follows after a number of units, about one for each byte at least.
  expect(many.charged - more.charged).toBeGreaterThan(0.9 * write(2 * least).length);
}

const nested = (outer: Rule, inner: Rule, depth: number): string => {
  let text = 'a';
  for (let level = 0; level < depth; level++) text = (level % 2 === 0 ? inner : outer)(text);
  return text;
};

describe.each([
  ['without fibers', false],
  ['with fibers', true],
])('compiling %s takes steps in proportion to', (_name, isSuspendable) => {
  test.each([...rules.keys()])('repetitions of: %s', async (name) => {
    const unit = `${rules.get(name)?.('a')}\n`;
    await expectProportion((count) => unit.repeat(count), 20, isSuspendable);
  });

  test('nests of rules in rules', async () => {
    const all = [...rules.values()];
    const unit = all
      .flatMap((outer, index) =>
        [1, 2, 5].map((distance) => {
          const inner = all[(index + distance) % all.length] ?? outer;
          return `${nested(outer, inner, 4)}\n`;
        }),
      )
      .join('');
    await expectProportion((count) => unit.repeat(count), 1, isSuspendable);
  });

  test.each(links)('a chain of %j', async (link) => {
    await expectProportion((count) => `a${link.repeat(count)}`, 125, isSuspendable);
  });

  test.each(Object.keys(repetitions))('%s', async (name) => {
    const [before, part, behind] = repetitions[name] ?? ['', '', ''];
    const write = (count: number) => before + part.repeat(count) + behind;
    await expectProportion(write, 100, isSuspendable);
  });
});
