import { describe, expect, it } from 'vitest';
import { parseAndResolve } from '../../../interpreter/resolve/parse-and-resolve.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';
import { diagnose } from './resolve-text.js';

const tooDeep = 'nestingTooDeep';
const codesOf = (text: string) => diagnose(text).map(({ code }) => code);

describe('ten thousand levels', () => {
  it.each([
    ['parentheses', '('],
    ['lists', '['],
    ['maps', '[{1:'],
    ['subscripts', 'a['],
    ['prefix operators', '-'],
    ['assignments', 'a = '],
    ['conditionals', 'true ? 1 : '],
    ['blocks', '{\n'],
    ['block arguments', 'Fn.new {'],
    ['loops', 'while (true) '],
    ['classes', 'class A {\nfoo {\n'],
  ])('of %s are one error', (_name, opening) => {
    expect(codesOf(opening.repeat(10_000)).filter((code) => code === tooDeep)).toEqual([tooDeep]);
  });

  it('of branches are limited by their code only', () => {
    const branches = (count: number) => `${'if (true) 1 else '.repeat(count)}1`;
    expect(codesOf(branches(5000))).toEqual([]);
    expect(new Set(codesOf(branches(10_000)))).toEqual(new Set(['jumpTooFar', 'tooManyErrors']));
  });

  it('of strings in strings end as errors', () => {
    expect(codesOf('"%('.repeat(10_000))).toContain('interpolationTooDeep');
  });
});

describe('fifty thousand links', () => {
  it.each([
    ['sums', ' + 1'],
    ['conjunctions', ' && 1'],
    ['disjunctions', ' || 1'],
    ['getters', '.a'],
    ['subscripts', '[1]'],
    ['calls with a block', '.a {|x| x }'],
    ['calls on lines of their own', '\n.a(1)'],
  ])('of %s are a program', (_name, link) => {
    expect(codesOf(`var x = 1.b${link.repeat(50_000)}`)).toEqual([]);
  });
});

describe('ten megabytes', () => {
  it.each([
    ['a line of code', `[${'1, '.repeat(500_000)}]`, []],
    ['a string', `"${'x'.repeat(10_000_000)}"`, []],
    ['an unterminated string', `"${'x'.repeat(10_000_000)}`, ['unterminatedString']],
    ['an unterminated comment', `/*${'x'.repeat(10_000_000)}`, ['unterminatedBlockComment']],
    ['a name', `var ${'x'.repeat(10_000_000)}`, ['variableNameTooLong']],
    ['a number', '1'.repeat(10_000_000), ['numberTooLarge']],
  ])('of %s end soon', (_name, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  it('of nonsense are a few errors', () => {
    expect(codesOf(') '.repeat(5_000_000)).length).toBeLessThan(5);
  });
});

describe('any beginning of a program', () => {
  const program = `import "a" for B as C
#!key(a = 1)
class D is C {
  construct new(x, y) {
    _x = "a %(x + "%(y)") \\u00e9"
    super(x) {|i| i[0] = {1: [2, 0x1f]} }
  }
  static [i]=(v) { __s = i ? !v : -1.5e3 }
  foreign foo
}
for (i in 1..3) {
  if (i is Num && true) continue else return \`SELECT 1\`
}
/* /* */ */ var z = """
raw
"""
`;

  it.each(Array.from(program, (_character, index) => index))('of %i characters', (length) => {
    const source = decodeSource('main', program.slice(0, length));
    const { module, diagnostics } = parseAndResolve(source, { isImplicit: () => true });
    expect(module === undefined).toBe(diagnostics.length > 0);
  });
});
