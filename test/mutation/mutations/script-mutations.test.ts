import { describe, expect, it } from 'vitest';
import { changesOf } from './changes-of.js';

describe('literals', () => {
  it('replaces a number by its neighbours and 0', () => {
    expect(changesOf('f.call(20)')).toEqual(
      expect.arrayContaining(['f.call(21)', 'f.call(19)', 'f.call(0)']),
    );
  });

  it('replaces 0 and 1 by the same number only once', () => {
    expect(changesOf('var a = 1').sort()).toEqual(['var a = 0', 'var a = 2', 'var a = null']);
    expect(changesOf('var a = 0').sort()).toEqual(['var a = -1', 'var a = 1', 'var a = null']);
  });

  it('empties and lengthens a text', () => {
    expect(changesOf('var a = "id"').sort()).toEqual([
      'var a = ""',
      'var a = "idx"',
      'var a = null',
    ]);
    expect(changesOf('var a = ""', 'text-longer')).toEqual(['var a = "x"']);
  });

  it('empties an interpolation', () => {
    expect(changesOf('var a = "n: %(b), m"', 'text-empty')).toEqual(['var a = ""']);
  });

  it('inverts booleans and replaces null by true', () => {
    expect(changesOf('return true', 'boolean')).toEqual(['return false']);
    expect(changesOf('return null')).toContain('return true');
  });
});

describe('operators', () => {
  it.each([
    ['a == b', ['a != b']],
    ['a != b', ['a == b']],
    ['a < b', ['a <= b', 'a > b']],
    ['a >= b', ['a > b', 'a < b']],
    ['a + b', ['a - b']],
    ['a - b', ['a + b']],
    ['a * b', ['a / b', 'a + b']],
    ['a..b', ['a...b']],
    ['!a', ['a']],
    ['-a', ['a']],
    ['!(a)', ['(a)']],
    ['a && b', ['a || b', 'b', 'a']],
  ])('changes %s', (text, changed) => {
    const others = changesOf(`var r = ${text}`).map((change) => change.slice('var r = '.length));
    expect(others.filter((other) => other !== 'null').sort()).toEqual([...changed].sort());
  });

  it('removes each operand of a chain', () => {
    expect(changesOf('return a || b || c', 'operand-removed:||')).toEqual([
      'return b || c',
      'return a || c',
      'return a || b',
    ]);
  });

  it('keeps parentheses balanced', () => {
    expect(changesOf('return (a || b) && (c || d)', 'operand-removed:&&')).toEqual([
      'return (c || d)',
      'return (a || b)',
    ]);
    expect(changesOf('return (a + b) * c', 'operator:/')).toEqual(['return (a + b) / c']);
    expect(changesOf('f.call((a + b) * c, d)', 'arguments-swapped')).toEqual([
      'f.call(d, (a + b) * c)',
    ]);
  });
});

describe('conditions', () => {
  it.each([
    ['if (a == b) c.d', ['if (!(a == b)) c.d', 'if (true) c.d', 'if (false) c.d']],
    ['while (a) b.c', ['while (!(a)) b.c', 'while (true) b.c', 'while (false) b.c']],
    ['return a ? b : c', ['return !(a) ? b : c', 'return true ? b : c', 'return false ? b : c']],
  ])('negates the condition of %s and replaces it by true and false', (text, changed) => {
    expect(changesOf(text)).toEqual(expect.arrayContaining(changed));
  });

  it('swaps branches', () => {
    expect(changesOf('return a ? b : c', 'branches-swapped')).toEqual(['return a ? c : b']);
  });
});

describe('statements', () => {
  it('removes each statement with its body', () => {
    expect(changesOf('if (a) {\n  b.c\n}\nreturn\n', 'statement-removed')).toEqual([
      '{}\nreturn\n',
      'if (a) {\n  {}\n}\nreturn\n',
      'if (a) {\n  b.c\n}\n{}\n',
    ]);
    expect(changesOf('if (a) b.c else d.e', 'statement-removed')).toContain('{}');
    expect(changesOf('for (a in b) a.c', 'statement-removed')).toContain('{}');
  });

  it('keeps imports and classes', () => {
    expect(changesOf('import "m" for M\nclass A {}')).toEqual([]);
  });

  it('drops the value of a return, or the return itself', () => {
    expect(changesOf('return f.call(a)')).toEqual(
      expect.arrayContaining(['return null', 'f.call(a)']),
    );
    expect(changesOf('return a', 'return-dropped')).toEqual([]);
  });

  it('replaces the value of a variable by null', () => {
    expect(changesOf('var a = b.c', 'variable-null')).toEqual(['var a = null']);
  });

  it('replaces the value of a one-expression method by null', () => {
    expect(changesOf('class A {\n  static a { b }\n}', 'result-null')).toEqual([
      'class A {\n  static a { null }\n}',
    ]);
  });
});

describe('calls, lists and maps', () => {
  it('swaps neighbouring arguments', () => {
    expect(changesOf('A.f(b, c, d)', 'arguments-swapped')).toEqual([
      'A.f(c, b, d)',
      'A.f(b, d, c)',
    ]);
  });

  it('drops a getter called on a value', () => {
    expect(changesOf('return (a / b).floor', 'call-dropped')).toEqual(['return (a / b)']);
    expect(changesOf('return Request.method', 'call-dropped')).toEqual([]);
  });

  it('removes and swaps elements', () => {
    expect(changesOf('return [a, b]', 'element-removed')).toEqual(['return [b]', 'return [a]']);
    expect(changesOf('return [a, b]', 'elements-swapped')).toEqual(['return [b, a]']);
  });

  it('removes entries and swaps their values', () => {
    const map = 'return {"a": b, "c": d}';
    expect(changesOf(map, 'entry-removed')).toEqual(['return {"c": d}', 'return {"a": b}']);
    expect(changesOf(map, 'values-swapped')).toEqual(['return {"a": d, "c": b}']);
  });
});

it('changes only the span of the mutation', () => {
  const text = '// é\nvar a = 5 // five\n\n';
  const bytes = Buffer.from(text).toString('latin1');
  expect(changesOf(bytes, 'number+1')).toEqual([bytes.replace('5', '6')]);
});

it('rejects a script that does not compile', () => {
  expect(() => changesOf('var = 1')).toThrow(/^small:1: /);
});
