/** Malformed and extreme texts: each ends quickly, with a proper diagnostic. */
import { describe, expect, it } from 'vitest';
import { createInterpreter, WrenCompileError } from '../../interpreter/index.js';

function diagnose(text: string | Uint8Array): string[] {
  const modules = { resolve: (name: string) => name, load: () => text };
  try {
    createInterpreter({ modules }).compile('main');
    return [];
  } catch (error) {
    if (!(error instanceof WrenCompileError)) throw error;
    return error.message.trimEnd().split('\n');
  }
}

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('an unterminated construct at the end of the text', () => {
  it.each([
    ['a string', 'var a = "b', 'Error: Unterminated string.'],
    ['a string that ends in a backslash', '"\\', 'Error: Unterminated string.'],
    ['a raw string', 'var a = """b"', 'Error: Unterminated raw string.'],
    ['a query', 'var a = `select', 'Error: Unterminated query, which begins at line 1.'],
    ['a block comment', '/* a /* b */', 'Error: Unterminated block comment.'],
    ['an interpolation', '"a %(b', 'Error at end of file: Expect end of string interpolation.'],
    ['a parenthesis', '(1 + 2', "Error at end of file: Expect ')' after expression."],
    ['a list', '[1, 2', "Error at end of file: Expect ']' after list elements."],
    ['a map', 'var a = {1: 2', "Error at end of file: Expect '}' after map entries."],
    ['a subscript', 'Num[1', "Error at end of file: Expect ']' after arguments."],
    ['a call', 'Num.abs(1', "Error at end of file: Expect ')' after arguments."],
    ['a block', '{\n1\n', "Error at end of file: Expect '}' at end of block."],
    [
      'a block argument',
      'Fn.new {|a',
      "Error at end of file: Expect '|' after function parameters.",
    ],
    ['a condition', 'if (true', "Error at end of file: Expect ')' after if condition."],
    ['a loop', 'for (a in', 'Error at end of file: Expected expression.'],
    ['a declaration', 'var a =', 'Error at end of file: Expected expression.'],
    ['a class', 'class A {\n', 'Error at end of file: Expect method definition.'],
    ['a method', 'class A {\nfoo(', 'Error at end of file: Expect variable name.'],
    ['an import', 'import', "Error at end of file: Expect a string after 'import'."],
    ['an attribute', '#', "Error at '#': Expect an attribute definition after #."],
    ['a number', '1e', 'Error: Unterminated scientific notation.'],
    ['a byte escape', '"\\x1', 'Error: Incomplete byte escape sequence.'],
  ])('is reported: %s', (_what, text, message) => {
    const diagnostics = diagnose(text).map((line) => line.replace(/^\[main line \d+\] /, ''));
    expect(diagnostics).toContain(message);
  });
});

describe('an unterminated raw string', () => {
  it.each([
    ['var a = """b', 1],
    ['var a = """b\n', 1],
    ['var a = """\n', 2],
    ['var a = """b\n\n', 2],
    ['var a = """b\r\n', 2],
    ['var a = """b\n\r\n', 3],
    ['var a = """\nb\n ', 3],
  ])('is reported on the same line as in Wren: %j', (text, line) => {
    expect(diagnose(text)[0]).toBe(`[main line ${line}] Error: Unterminated raw string.`);
  });
});

it('reports a loop that ends before its variable once', () => {
  expect(diagnose('{\n  for').map((line) => line.replace(/^.*: /, ''))).not.toContain(
    'Variable is already declared in this scope.',
  );
});

describe('invalid bytes', () => {
  it.each([
    ['a byte that is not UTF-8', bytes('var a\xff = 1'), 'Invalid byte 0xff.'],
    ['a letter in Latin-1', bytes('var \xe9 = 1'), 'Invalid byte 0xe9.'],
    ['a letter in UTF-8', 'var é = 1', 'Invalid byte 0xc3.'],
    ['a NUL byte', 'var a\0 = 1', 'Invalid byte 0x0.'],
    ['a NUL byte in a string', '"a\0b"', 'Invalid byte 0x0.'],
    ['UTF-16', Buffer.from('\ufeffSystem.print(1)', 'utf16le'), 'Invalid byte 0xff.'],
  ])('are named: %s', (_what, text, message) => {
    expect(diagnose(text)[0]).toBe(`[main line 1] Error: ${message}`);
  });

  it('may be in strings and comments', () => {
    expect(diagnose(bytes('System.print("\xff") // \xfe'))).toEqual([]);
  });

  it('may be a byte order mark', () => {
    expect(diagnose('\ufeffSystem.print(1)')).toEqual([]);
  });
});

describe('10 000 levels', () => {
  const tooDeep = /: Expressions and statements may only nest 500 levels deep\.$/;
  const times = (text: string) => text.repeat(10_000);

  it.each([
    ['parentheses', `${times('(')}1${times(')')}`],
    ['lists', `${times('[')}${times(']')}`],
    ['maps', `var a = ${times('{1: ')}1${times('}')}`],
    ['blocks', `${times('{\n')}${times('}\n')}`],
    ['functions', `${times('Fn.new { ')}1${times(' }')}`],
    ['subscripts', `Num${times('[Num')}${times(']')}`],
    ['prefixes', `${times('!')}true`],
    ['conditions', `${times('if (true) ')}1`],
    ['conditionals', `${times('true ? 1 : ')}1`],
    ['assignments', `var a\n${times('a = ')}1`],
    ['classes', times('class A {\nfoo() {\n')],
  ])('of %s are too many', (_what, text) => {
    expect(diagnose(text)[0]).toMatch(tooDeep);
  });

  it('of branches are too much code', () => {
    const text = `if (true) {}${times(' else if (true) {}')}`;
    expect(diagnose(text)[0]).toBe("[main line 1] Error at '}': Too much code to jump over.");
  });
});

describe('up to 500 levels', () => {
  const depths = Array.from({ length: 20 }, (_, index) => 25 * (index + 1));

  it.each([
    ['block arguments', 'Fn.new {', '}'],
    ['block arguments on lines of their own', 'Fn.new {\n return ', '\n}'],
    ['block arguments in lists', '[Fn.new {', '}]'],
    ['block arguments that yield', 'Fiber.new {|a|\nFiber.yield(a)\n', '\n}.call(1)'],
    ['classes in methods', 'class A {\nfoo(a) {\n', '}\n}\n'],
    ['classes in static methods', 'class A {\nstatic foo(a) {\n', '}\n}\n'],
    ['classes in constructors', 'class A {\nconstruct new(a) {\n', '}\n}\n'],
  ])('of %s compile or are too many', (_what, open, close) => {
    for (const depth of depths) {
      const [first = 'compiled'] = diagnose(open.repeat(depth) + close.repeat(depth));
      expect(first).toMatch(/^compiled$|levels deep\.$/);
    }
  });
});

describe('a script of the maximum length compiles', () => {
  it.each([
    ['attributes of one group', `#!a(${'b,'.repeat(200_000)}b)\nclass A {}`],
    ['assignments to one variable', `{\nvar a = 1\nvar b = a\n${'b=a\n'.repeat(128_000)}b + 1\n}`],
  ])('with %s', (_what, text) => {
    expect(diagnose(text)).toEqual([]);
  });
});

describe('a line of 10 MB', () => {
  const fill = (text: string) => text.repeat(10_000_000 / text.length);

  it.each([
    ['a comment', `// ${fill('x')}`, []],
    ['a string', `var a = "${fill('x')}"`, []],
    ['spaces', fill(' '), []],
    ['open brackets', fill('('), [expect.stringContaining('levels deep')]],
  ])('of %s is read', (_what, text, expected) => {
    expect(diagnose(text)).toEqual(expected);
  });

  it('of invalid characters ends compiling early', () => {
    expect(diagnose(fill(';')).length).toBeLessThan(300);
  });
});
