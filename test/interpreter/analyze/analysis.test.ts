/** The analysis of whole programs before they are emitted. */
import { describe, expect, it } from 'vitest';
import { type CodeNode, collectCode } from '../../../interpreter/analyze/call-graph.js';
import { usesFibers } from '../../../interpreter/analyze/fiber-use.js';
import { findLibraryRecursion, findRecursion } from '../../../interpreter/analyze/recursion.js';
import { analyzeProgram } from '../../../interpreter/analyze/suspension.js';
import { loadCore } from '../../../interpreter/program/library.js';
import { resolveText } from '../resolve/resolve-text.js';

const core = loadCore().code;

function codeOf(text: string): readonly CodeNode[] {
  return collectCode(resolveText(text));
}

function labels(code: readonly CodeNode[], isFound: (node: CodeNode) => boolean): string[] {
  return code.filter(isFound).map((node) => node.function.label);
}

describe('the analysis of suspension', () => {
  const resumable = (text: string) => {
    const code = codeOf(text);
    const { needsResumable } = analyzeProgram(core, code, []);
    return labels(code, (node) => needsResumable(node.function));
  };

  it('finds the methods and blocks that lead to a yield', () => {
    const text = `class A {
      static outer() { inner() }
      static inner() { Fiber.yield(1) }
      static other() { 1 + 2 }
      static walk(list) { list.each {|x| x } }
    }
    Fiber.new { A.outer() }`;
    expect(resumable(text)).toEqual(['outer()', 'inner()', 'walk(_)', 'new(_) block argument']);
  });

  it('counts operators as suspending only where a class defines them so', () => {
    const sum = 'class A {\n  static sum(a, b) { a + b }\n}\n';
    expect(resumable(`${sum}Fiber.yield()`)).toEqual([]);
    expect(resumable(`${sum}class B {\n  +(other) { Fiber.yield() }\n}`)).toEqual([
      'sum(_,_)',
      '+(_)',
    ]);
  });

  it('counts interpolation as suspending only where a toString yields', () => {
    const text = 'class A {\n  static show(x) { "%(x)" }\n}\n';
    expect(resumable(`${text}Fiber.yield()`)).toEqual([]);
    expect(resumable(`${text}class B {\n  toString { Fiber.yield() }\n}`)).toEqual([
      'show(_)',
      'toString',
    ]);
  });

  it('runs fibers that only call others in direct form, unless the program transfers', () => {
    const isYielding = (text: string) => {
      const code = codeOf(text);
      const { mayYield } = analyzeProgram(core, code, []);
      return labels(code, (node) => mayYield(node.function));
    };
    const text = 'var f = Fiber.new { 1 }\nFiber.new { f.call() }';
    expect(isYielding(text)).toEqual([]);
    expect(isYielding(`${text}\nf.transfer()`)).toContain('new(_) block argument');
  });
});

describe('the use of fibers', () => {
  it.each([
    ['no mention', 'System.print(1)', false],
    [
      'an error that is raised',
      'Fiber.abort(List.new())\nvar f = Fn.new {|x| Fiber.abort("%(x)") }',
      false,
    ],
    ['a fiber', 'Fiber.new { 1 }', true],
    ['a fiber beside errors', 'Fiber.abort(Fiber.new { 1 }.try())', true],
    ['the class as what an abort with null returns', 'var f = Fn.new {|x| Fiber.abort(x) }', true],
    ['the class as a value', 'System.print(1 is Fiber)', true],
    ['the class from another module', 'import "other" for Fiber as Strand', true],
  ])('with %s', (_name, text, isUsed) => {
    expect(usesFibers(resolveText(text))).toBe(isUsed);
  });
});

function recursive(text: string): string[] {
  const code = codeOf(text);
  const recursion = findRecursion([...core, ...code]);
  return labels(code, (node) => recursion.findStatement(node.function) !== undefined);
}

describe('the analysis of recursion', () => {
  it('finds functions that call themselves, directly or not', () => {
    const text = `class A {
      static fib(n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }
      static even(n) { n == 0 || odd(n - 1) }
      static odd(n) { n != 0 && even(n - 1) }
      static plain(n) { fib(n) }
    }`;
    expect(recursive(text)).toEqual(['fib(_)', 'even(_)', 'odd(_)']);
  });

  it('does not count a call of the overridden method', () => {
    const classes = 'class A {\n  f(n) { n }\n}\nclass B is A {\n  f(n) { super(n) + CALL }\n}';
    expect(recursive(classes.replace('CALL', '1'))).toEqual([]);
    expect(recursive(classes.replace('CALL', 'f(n)'))).toEqual(['f(_)']);
  });

  it('finds recursion through a method of the superclass', () => {
    const text =
      'class A {\n  f(n) { g(n) }\n}\nclass B is A {\n  f(n) { super(n) }\n  g(n) { f(n) }\n}';
    expect(recursive(text)).toEqual(['f(_)', 'g(_)']);
  });

  it('finds functions that lead to very many calls', () => {
    const methods = Array.from({ length: 12 }, (_, n) => `f${n + 1} { f${n} + f${n} }\n`);
    expect(recursive(`class A {\nf0 { 1 }\n${methods.join('')}}`)).toEqual(['f9']);
  });

  it('finds the first statement that recurs', () => {
    const code = codeOf(
      'class A {\n  static f(n) {\n    if (n == 0) return 0\n    return f(n - 1)\n  }\n}',
    );
    const node = code.find(({ function: { label } }) => label === 'f(_)');
    if (node === undefined) throw new Error('The method is missing.');
    expect(findRecursion(code).findStatement(node.function)).toBe(1);
  });
});

describe('recursion through libraries', () => {
  it('is left to the core library', () => {
    expect(recursive('class A {\n  static walk(list) { list.each {|x| walk(x) } }\n}')).toEqual([]);
    expect(recursive('class A {\n  static sum(a, b) { a + b }\n  sum(a) { a + 1 }\n}')).toEqual([]);
  });

  it('makes library functions poll that may call code of programs', () => {
    const code = codeOf(`class A {
      once(action) { action.call() }
      sum(a, b) { a + b }
      private_(n) { n_(n) }
      own_(n) { own_(n) }
    }`);
    const recursion = findLibraryRecursion(code);
    const polling = labels(code, (node) => recursion.findStatement(node.function) === 0);
    expect(polling).toEqual(['once(_)', 'sum(_,_)', 'own_(_)']);
  });

  it('includes operators only where the program defines them so', () => {
    const text = `class V {
      construct new(x) { _x = x }
      x { _x }
      twice { x + x }
      OPERATOR
    }
    V.new(1).twice`;
    expect(recursive(text.replace('OPERATOR', ''))).toEqual([]);
    expect(recursive(text.replace('OPERATOR', '+(other) { other.twice }'))).toEqual([
      'twice',
      '+(_)',
    ]);
  });

  it('may have any length', () => {
    const count = 20_000;
    const methods = Array.from(
      { length: count },
      (_, index) => `static m${index}() { m${index + 1}() }`,
    );
    // A thousand calls in a row count as many.
    expect(recursive(`class A {\n${methods.join('\n')}\n}`)).toHaveLength(20);
  });
});
