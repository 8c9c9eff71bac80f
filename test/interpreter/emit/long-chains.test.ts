/** Long chains of expressions: no stack limits their length. */
import { describe, expect, it } from 'vitest';
import { compileText, runProgram } from '../program/run-text.js';

const outputOf = (text: string) => runProgram(compileText(text)).output;

const inFiber = (code: string) =>
  `var f = Fiber.new {\n  Fiber.yield(1)\n  ${code}\n}\nf.call()\nf.call()`;

describe('twenty thousand links', () => {
  it.each([
    ['a sum', `System.print(1${' + 1'.repeat(20_000)})`, '20001\n'],
    ['getters', `System.print((-1)${'.abs'.repeat(20_000)})`, '1\n'],
    ['subscripts', `System.print("a"${'[0]'.repeat(20_000)})`, 'a\n'],
    ['a conjunction', `System.print(1${' && 2'.repeat(20_000)})`, '2\n'],
    ['a disjunction', `System.print(${'false || '.repeat(20_000)}3)`, '3\n'],
    ['a condition', `if (${'false || '.repeat(20_000)}true) System.print(4)`, '4\n'],
    ['calls', `System.print(1${'.max(1)'.repeat(20_000)})`, '1\n'],
  ])('of %s are evaluated', (_name, code, output) => {
    expect(outputOf(code)).toBe(output);
    expect(outputOf(inFiber(code))).toBe(output);
  });
});

describe('two thousand branches of an if', () => {
  const numbers = Array.from({ length: 2000 }, (_, index) => index);
  const chain = (body: (index: number) => string) =>
    `${numbers.map((index) => `if (a == ${index}) ${body(index)}`).join(' else ')} else System.print("none")`;

  it('work in a loop that they leave and in a fiber', () => {
    const print = chain((index) => (index === 1000 ? 'break' : `System.print(${index})`));
    const loop = `for (a in [0, 1999, -1, 1000, 5]) {\n${print}\n}`;
    expect(outputOf(loop)).toBe('0\n1999\nnone\n');
    expect(outputOf(inFiber(loop))).toBe('0\n1999\nnone\n');
  });

  it('may be suspended', () => {
    const code = chain((index) => `System.print(Fiber.yield(${index}))`);
    const text = `var f = Fiber.new {\n  var a = 1500\n  ${code}\n}\nSystem.print(f.call())\nf.call("on")`;
    expect(outputOf(text)).toBe('1500\non\n');
  });

  it('name the line of an error', () => {
    const text = `var a = 1999\n${chain((index) => (index === 1999 ? '{\n  a.foo\n}' : '1'))}`;
    expect(() => outputOf(text)).toThrow(
      expect.objectContaining({ frames: [{ module: 'main', line: 3, label: '(script)' }] }),
    );
  });
});

it('suspends a fiber in the middle of a long chain', () => {
  const links = '.add(Fiber.yield(1))'.repeat(1000);
  const text = `class Sum {
    construct new() { _value = 0 }
    add(value) {
      _value = _value + value
      return this
    }
    value { _value }
  }
  var f = Fiber.new { Sum.new()${links}.value }
  var result = f.call()
  for (i in 1..1000) result = f.call(i)
  System.print(result)`;
  expect(outputOf(text)).toBe('500500\n');
});

it('evaluates the links of a long chain in order, each once', () => {
  const text = `var Log = ""
  class A {
    static add(text) {
      Log = Log + text
      return A
    }
  }
  A${'.add("a").add("b")'.repeat(150)}
  System.print(Log)`;
  expect(outputOf(text)).toBe(`${'ab'.repeat(150)}\n`);
});
