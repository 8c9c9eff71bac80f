import { expect, it } from 'vitest';
import { NumberVariables, ObjectVariables } from '../../../interpreter/analyze/variables.js';
import type { LocalVariable } from '../../../interpreter/resolve/resolved-ast.js';
import { findAll, resolveText } from '../resolve/resolve-text.js';

/** Names of the local variables that hold only numbers. */
function numbersIn(code: string): string[] {
  const module = resolveText(`var f = Fn.new {|p|\n${code}\n}`);
  const finder = new NumberVariables();
  const variables = new Set(findAll<LocalVariable>(module, 'local-variable'));
  return [...variables].filter((each) => finder.has(each)).map(({ name }) => name);
}

it.each([
  ['a constant', 'var a = -2', ['a']],
  ['a sum of what is one', 'var a = 1\nvar b = a * 2 - ~a', ['a', 'b']],
  ['a counter', 'var a = 0\na = a + 1', ['a']],
  ['variables of each other', 'var a = 0\nvar b = 1\na = b + 1\nb = a % 7', ['a', 'b']],
  ['either of two', 'var a = p ? 1 : 2', ['a']],
  ['an assignment', 'var a = 0\nvar b = (a = 3)', ['a', 'b']],
  ['the variable of a range', 'for (i in 0...p) i', ['i']],
  ['one that a block counts in', 'var a = 0\nFn.new { a = a + 1 }', ['a']],
])('finds %s', (_name, code, names) => {
  expect(numbersIn(code)).toEqual(names);
});

it.each([
  ['a parameter', 'p = p + 1'],
  ['what is added to a parameter', 'var a = 0\na = a + p'],
  ['one without a value', 'var a\na = 1'],
  ['what is given another value anywhere', 'var a = 0\nFn.new { a = "" }'],
  ['what gets the value of such a one', 'var a = ""\nvar b = 0\nvar c = b\nb = a'],
  ['a comparison', 'var a = 1 < 2'],
  ['a call', 'var a = 2.sqrt'],
  ['one of either kind', 'var a = p ? 1 : "x"'],
  ['the value that decides', 'var a = 1 && 2'],
  ['the variable of another loop', 'for (i in p...3) i\nfor (i in [1]) i'],
  ['the variable of a range that is set', 'for (i in 0...3) i = p'],
])('excludes %s', (_name, code) => {
  expect(numbersIn(code)).toEqual([]);
});

const classes = 'class Box {\nconstruct new() {}\nstatic make() { 1 }\n}\n';

/** Names of the local variables that hold only objects, in a module with the class Box. */
function objectsIn(code: string, before = classes): string[] {
  const module = resolveText(`${before}var f = Fn.new {|p|\n${code}\n}`);
  const finder = new ObjectVariables(module);
  const variables = new Set(findAll<LocalVariable>(module, 'local-variable'));
  return [...variables].filter((each) => finder.has(each)).map(({ name }) => name);
}

it.each([
  [
    'a list and a map, unlike what the library makes',
    'var a = []\nvar b = {}\nvar c = Fn.new {}',
    ['a', 'b'],
  ],
  ['one without a value', 'var a', ['a']],
  ['what a constructor makes', 'var a = Box.new()\na = Box.new()', ['a']],
])('finds that %s is an object', (_name, code, names) => {
  expect(objectsIn(code)).toEqual(names);
});

it.each([
  ['a parameter', 'p = []'],
  ['the element of a loop', 'for (a in [1]) a'],
  ['what is given another value anywhere', 'var a = []\nFn.new { a = 1 }'],
  ['what a static method returns', 'var a = Box.make()'],
  ['what another constructor returns', 'var a = Box.new(1)'],
])('does not take %s for an object', (_name, code) => {
  expect(objectsIn(code)).toEqual([]);
});

it('does not know a class whose variable is assigned to', () => {
  expect(objectsIn('var a = Box.new()', `${classes}Box = 1\n`)).toEqual([]);
});
