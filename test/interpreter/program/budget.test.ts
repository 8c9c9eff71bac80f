import { describe, expect, it } from 'vitest';
import { constantTime, type WrenRuntimeError, wrenNull } from '../../../interpreter/index.js';
import { compileText, errorOf, runProgram } from './run-text.js';

/** Methods without a cycle, whose calls branch 40 times. */
const callingTwice = Array.from({ length: 40 }, (_, n) => `f${n + 1} { f${n} + f${n} }\n`);
const callingSuperTwice = Array.from(
  { length: 40 },
  (_, n) => `class A${n + 1} is A${n} {\nconstruct new() {}\nf { super.f + super.f }\n}\n`,
);

/** Each method calls the one before it in a loop too short for a poll. */
const loopsOfLoops = Array.from(
  { length: 6 },
  (_, n) => `static f${n + 1}() {\nfor (i in 1..1000) f${n}()\n}\n`,
);

const large = 'var s = "a" * 20000000\n';

/** Programs that never end, with a line that the error must name; undefined for any line. */
const endlessPrograms: readonly (readonly [
  name: string,
  text: string,
  line: number | undefined,
])[] = [
  ['a loop', 'while (true) {\n}', 1],
  ['a loop in a fiber', 'Fiber.new {\n  while (true) Fiber.yield()\n}.call()\nwhile (true) 1', 4],
  ['a loop over a range', 'for (i in 0...1/0) {\n  i\n}', 1],
  ['a recursion', 'class A {\n  static f(n) { n < 1 ? 1 : f(n - 1) + f(n - 1) }\n}\nA.f(60)', 2],
  [
    'blocks that call each other',
    'var f\nf = Fn.new {|n|\n  if (n > 0) {\n    f.call(n - 1)\n    f.call(n - 1)\n  }\n}\nf.call(60)',
    4,
  ],
  ['a sequence of the core', '(0...1/0).each {|x| x }\n', 1],
  [
    'calls through blocks that the core library calls',
    'class A {\n  static f(n) { n < 1 ? 1 : [1, 1].each {|x| f(n - 1) } }\n}\nA.f(60)',
    2,
  ],
  [
    'calls through lazy sequences',
    'class A {\n  static f(n) { n < 1 ? 1 : [1, 1].map {|x| f(n - 1) }.toList }\n}\nA.f(60)',
    2,
  ],
  [
    'calls through iterators that the core library calls',
    `class S is Sequence {
        construct new(n) { _n = n }
        iterate(i) { i ? null : 1 }
        iteratorValue(i) { _n < 1 ? 1 : [] + S.new(_n - 1) + S.new(_n - 1) }
      }
      [] + S.new(60)`,
    4,
  ],
  [
    "calls through the core library's own calls of methods that a class overrides",
    `class S is Sequence {
        construct new(n) { _n = n }
        iterate(i) { null }
        join(separator) { _n < 1 ? 1 : S.new(_n - 1).join().toString + S.new(_n - 1).join().toString }
      }
      S.new(60).join()`,
    4,
  ],
  [
    'short loops that call each other',
    `class A {\nstatic f0() { 1 }\n${loopsOfLoops.join('')}}\nA.f6()`,
    4,
  ],
  [
    'fibers that transfer to each other',
    'var a\nvar b\na = Fiber.new {\n  while (true) b.transfer()\n}\nb = Fiber.new {\n  while (true) a.transfer()\n}\na.transfer()',
    undefined,
  ],
  [
    'a fiber that yields from short loops',
    'var f = Fiber.new {\n  while (true) {\n    for (i in 1..3) Fiber.yield()\n  }\n}\nwhile (true) f.call()',
    undefined,
  ],
  ['removals from a large list', 'var l = List.filled(4000000, 1)\nwhile (true) l.removeAt(1)', 2],
  [
    'fibers that call each other',
    'class A {\n  static f(n) { n < 1 ? 1 : Fiber.new { f(n - 1) + f(n - 1) }.call() }\n}\nA.f(60)',
    2,
  ],
  [
    'calls that branch endlessly',
    `class A {\nconstruct new() {}\nf0 { 1 }\n${callingTwice.join('')}}\nA.new().f40`,
    45,
  ],
  [
    "calls of the superclass's methods that branch endlessly",
    `class A0 {\nf { 1 }\n}\n${callingSuperTwice.join('')}A40.new().f`,
    164,
  ],
];

/** Programs with a loop without end that calls `Host.isBegun` first, and the line of the loop. */
const preparedPrograms: readonly (readonly [name: string, text: string, line: number])[] = [
  ['are compared', `${large}while (Host.isBegun && (s + "x") != (s + "y")) 1`, 2],
  ['are read by the byte', `${large}while (Host.isBegun) (s + "x")[0]`, 2],
  ['are keys of a map', `${large}var m = {}\nm[s + "x"] = 1\nwhile (Host.isBegun) m[s + "y"]`, 4],
  [
    'are searched',
    `${large}var l = List.filled(1000, s + "x")\nwhile (Host.isBegun) l.indexOf(s + "y")`,
    3,
  ],
];

const timeMs = 50;

describe('a budget of time', () => {
  it.each(endlessPrograms)('ends %s', (_name, text, line) => {
    const error = errorOf(() => compileText(text).run({ limits: { timeMs } }));
    expect(error).toMatchObject({ kind: 'budget', message: 'The script exceeded its time limit.' });
    const frames = (error as WrenRuntimeError).frames.map((frame) => frame.line);
    if (line !== undefined) expect(frames).toContain(line);
  });

  // The time begins with the loop: a slow machine may need more of it to make the texts.
  it.each(preparedPrograms)('ends a loop in which large texts %s', (_name, text, line) => {
    let end = Number.POSITIVE_INFINITY;
    const begin = () => {
      end = Math.min(end, performance.now() + timeMs);
      return true;
    };
    const classes = [{ name: 'Host', statics: constantTime({ isBegun: begin }) }];
    const signal = Object.create(AbortSignal.prototype, {
      aborted: { get: () => performance.now() > end },
    }) as AbortSignal;
    const error = errorOf(() => compileText(text, { classes }).run({ signal }));
    expect(error).toMatchObject({ kind: 'budget', message: 'The script was cancelled.' });
    expect((error as WrenRuntimeError).frames.map((frame) => frame.line)).toContain(line);
  });

  it('ends with a signal', () => {
    const stop = new AbortController();
    const classes = [
      { name: 'Host', statics: constantTime({ 'stop()': () => `${stop.abort()}` }) },
    ];
    const program = compileText('Host.stop()\nwhile (true) 1', { classes });
    const error = errorOf(() => program.run({ signal: stop.signal }));
    expect(error).toMatchObject({ kind: 'budget', message: 'The script was cancelled.' });
  });

  it('cannot be caught by a fiber', () => {
    const program = compileText('Fiber.new {\n  while (true) 1\n}.try()\nSystem.print("went on")');
    const error = errorOf(() => runProgram(program, { limits: { timeMs } }));
    expect(error).toMatchObject({ kind: 'budget' });
    expect((error as WrenRuntimeError).frames).not.toEqual([]);
  });
});

describe('a budget of output', () => {
  it('ends a run that prints more', () => {
    const program = compileText('while (true) System.print("line")');
    let output = '';
    const write = (bytes: string) => {
      output += bytes;
    };
    const error = errorOf(() => program.run({ write, limits: { outputBytes: 12 } }));
    expect(error).toMatchObject({
      kind: 'budget',
      message: 'The script exceeded its output limit.',
    });
    expect(output).toBe('line\nline\n');
  });
});

describe('a budget of memory', () => {
  const limits = { timeMs: 60_000, memoryBytes: 1_000_000 };

  it('ends a run that makes large values', () => {
    const error = errorOf(() => compileText('var text = "x" * 5000000').run({ limits }));
    expect(error).toMatchObject({
      kind: 'budget',
      message: 'The script exceeded its memory limit.',
    });
  });

  it.each([
    ['a list', 'var l = []\nwhile (true) l.add(1)', 2],
    ['a list from a sequence', '(1..1000000000).toList', 1],
    ['a map by numbers', 'var m = {}\nvar i = 0\nwhile (true) m[i = i + 1] = i', 3],
    ['a map by strings', 'var m = {}\nvar i = 0\nwhile (true) m["k%(i = i + 1)"] = i', 3],
    [
      'linked objects',
      'class N {\n  construct new(n) {\n    _n = n\n  }\n}\nvar n\nwhile (true) n = N.new(n)',
      7,
    ],
    ['nested lists', 'var l = []\nwhile (true) l = [l, l, l, l, l]', 2],
    [
      'functions that hold functions',
      'var f = Fn.new {}\nwhile (true) {\n  var g = f\n  f = Fn.new { g.call() }\n}',
      2,
    ],
    [
      'suspended fibers',
      'var l = []\nwhile (true) l.add(Fiber.new { Fiber.yield() }) is Num || l[-1].call()',
      2,
    ],
    ['long copies', 'var l = List.filled(100000, 1)\nvar a = []\nwhile (true) a.add(l[0..-1])', 3],
  ])('ends the growth of %s', (_name, text, line) => {
    const error = errorOf(() => compileText(text).run({ limits }));
    expect(error).toMatchObject({
      kind: 'budget',
      message: 'The script exceeded its memory limit.',
    });
    expect((error as WrenRuntimeError).frames.at(-1)).toMatchObject({ line });
  });

  it.each([
    ['by small numbers', 'm[i] = i', 2_200_000],
    ['by fractions', 'm[i + 0.5] = i', 500_000],
  ])('ends a map that is larger than the limit by itself, %s', (_name, entry, count) => {
    const text = `var m = {}\nfor (i in 0...${count}) ${entry}`;
    const error = errorOf(() => compileText(text).run({ limits: { memoryBytes: 2 ** 24 } }));
    expect(error).toMatchObject({ message: 'The script exceeded its memory limit.' });
    const few = `var m = {}\nfor (i in 0...300000) ${entry}`;
    expect(compileText(few).run({ limits: { memoryBytes: 2 ** 24 } })).toBe(wrenNull);
  });

  it('tolerates garbage', () => {
    const text =
      'for (i in 1..1000000) [i, i, i, i, i, i, i, i, i, i, i, i, i, i, i, "%(i) and %(i)"]';
    expect(compileText(text).run({ limits: { memoryBytes: 10_000_000 } })).toBe(wrenNull);
  });

  it('ends natives that read a long text', () => {
    const text = 'var s = "a"\nwhile (true) {\n  s = s + s\n  (s + "b").contains("c")\n}';
    const error = errorOf(() => compileText(text).run({ limits }));
    expect(error).toMatchObject({ kind: 'budget' });
  });
});

describe('an endless recursion', () => {
  it.each([
    ['of methods', 'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nA.f(0)'],
    ['of blocks', 'var f\nf = Fn.new {|n| f.call(n + 1) + 1 }\nf.call(0)'],
    ['of constructors', 'class A {\n  construct new() { A.new() }\n}\nA.new()'],
    [
      'of toString',
      'class A {\n  construct new() {}\n  toString { "%(this)" }\n}\nA.new().toString',
    ],
    ['of a list in itself', 'var list = []\nlist.add(list)\nlist.toString'],
    ['of fibers', 'class A {\n  static f() { Fiber.new { f() }.call() }\n}\nA.f()'],
    [
      'in a fiber',
      'class A {\n  static f(n) { f(n + Fiber.yield(n)) }\n}\nvar f = Fiber.new { A.f(0) }\nwhile (true) f.call(1)',
    ],
  ])('%s is an error of the script', (_name, text) => {
    const error = errorOf(() => compileText(text).run({ limits: { timeMs: 600_000 } }));
    expect(error).toMatchObject({ kind: 'error', message: 'Stack overflow.' });
  });

  it('can be caught by a fiber', () => {
    const program = compileText(
      'class A {\n  static f(n) { f(n + 1) + 1 }\n}\nvar error = Fiber.new { A.f(0) }.try()\nreturn error',
    );
    expect(program.run()).toBe('Stack overflow.');
  });
});
