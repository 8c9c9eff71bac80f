import { describe, expect, it } from 'vitest';
import { DiagnosticSink } from '../../../interpreter/source/diagnostic.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';
import { Scanner } from '../../../interpreter/syntax/scanner/scanner.js';
import { Token } from '../../../interpreter/syntax/scanner/token.js';

interface Scanned {
  readonly tokens: readonly Token[];
  readonly errors: readonly string[];
}

function scan(text: string): Scanned {
  const source = decodeSource('main', text);
  const sink = new DiagnosticSink(source);
  const scanner = new Scanner(source, sink);
  const tokens: Token[] = [];
  do {
    const token = new Token();
    scanner.scan(token, 0);
    tokens.push(token);
  } while (tokens.at(-1)?.kind !== 'end');
  return { tokens, errors: sink.sorted().map((error) => `${error.line}: ${error.message}`) };
}

const kinds = (text: string) =>
  scan(text)
    .tokens.map(({ kind }) => kind)
    .slice(0, -1);
const first = (text: string) => scan(text).tokens[0];

describe('words', () => {
  it('are keywords, names, fields or static fields', () => {
    expect(kinds('if iffy If _if __if is _ __ _1')).toEqual([
      'if',
      'name',
      'name',
      'field',
      'static-field',
      'is',
      'field',
      'static-field',
      'field',
    ]);
  });
});

describe('operators', () => {
  it('are as long as possible', () => {
    expect(kinds('. .. ... < <= << > >= >> = == ! != & && | || ....')).toEqual(
      '. .. ... < <= << > >= >> = == ! != & && | || ... .'.split(' '),
    );
  });

  it('need no blanks between them', () => {
    expect(kinds('a[-1]..~b')).toEqual(['name', '[', '-', 'number', ']', '..', '~', 'name']);
  });
});

describe('numbers', () => {
  it.each([
    ['0', 0],
    ['007', 7],
    ['123.45', 123.45],
    ['2e3', 2000],
    ['1.5E-2', 0.015],
    ['2e+1', 20],
    ['0xff', 255],
    ['0xCaFe', 0xcafe],
    ['0x7fffffffffffffff', 2 ** 63],
    ['0x000000000000000000001', 1],
    ['0e-400', 0],
  ])('%s', (text, value) => {
    const { tokens, errors } = scan(text);
    expect(tokens.map(({ kind }) => kind)).toEqual(['number', 'end']);
    expect(tokens[0]?.number).toBe(value);
    expect(errors).toEqual([]);
  });

  it('do not end in a dot, which begins a call', () => {
    expect(kinds('1.abs 1..2')).toEqual(['number', '.', 'name', 'number', '..', 'number']);
  });
});

describe('strings', () => {
  it.each([
    ['""', ''],
    ['"plain"', 'plain'],
    ['"\\"\\\\\\%"', '"\\%'],
    ['"\\0\\a\\b\\e\\f\\n\\r\\t\\v"', '\0\x07\b\x1b\f\n\r\t\v'],
    ['"\\x00\\xfFz"', '\x00\xffz'],
    ['"\\u00e9"', '\xc3\xa9'],
    ['"\\ud800"', '\xed\xa0\x80'],
    ['"\\U0001F603"', '\xf0\x9f\x98\x83'],
    ['"\\U00110000"', ''],
    ['"a\r\nb"', 'a\nb'],
    ['"é"', '\xc3\xa9'],
  ])('%j', (text, value) => {
    expect(first(text)).toMatchObject({ kind: 'string', text: value });
    expect(scan(text).errors).toEqual([]);
  });

  it('have the line of their end', () => {
    expect(first('"a\nb"')?.line).toBe(2);
  });
});

describe('interpolation', () => {
  it('splits a string into tokens', () => {
    const { tokens } = scan('"a %(b) c %(d) e"');
    expect(tokens.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'interpolation a ',
      'name b',
      'interpolation  c ',
      'name d',
      'string  e',
      'end ',
    ]);
  });

  it('counts the parentheses of its expression', () => {
    expect(kinds('"%((1))"')).toEqual(['interpolation', '(', 'number', ')', 'string']);
  });

  it('nests', () => {
    expect(kinds('"%("%(1)")"')).toEqual([
      'interpolation',
      'interpolation',
      'number',
      'string',
      'string',
    ]);
  });
});

describe('raw strings', () => {
  it.each([
    ['"""a"""', 'a'],
    ['"""a \\n "%(b)"" """', 'a \\n "%(b)"" '],
    ['"""\n  a\n  """', '  a'],
    ['"""  \n  a\n"""', '  a'],
    ['""" a\n b """', ' a\n b '],
    ['"""\n"""', ''],
    ['"""  \n  """', ''],
    ['"""\n\n"""', ''],
    ['"""\n\n\n"""', '\n'],
    ['"""a\n"""', 'a'],
    ['"""\r\na\r\n"""', 'a'],
    ['""""""', ''],
    ['"""  """', '  '],
  ])('%j', (text, value) => {
    expect(first(text)).toMatchObject({ kind: 'string', text: value });
  });
});

describe('queries', () => {
  it('are as written, without carriage returns', () => {
    const text = 'SELECT "a" \\n %(b)\r\n WHERE é';
    expect(first(`\`${text}\``)).toMatchObject({
      kind: 'query',
      text: decodeSource('', text.replace('\r', '')).text,
      line: 2,
    });
  });

  it('report the last line of the text if unterminated', () => {
    expect(scan('`SELECT\n1').errors).toEqual(['2: Unterminated query, which begins at line 1.']);
  });
});

describe('blanks and comments', () => {
  it('separate tokens and keep line ends', () => {
    expect(kinds('1 // one\n/* two */ 2\t3\r\n')).toEqual([
      'number',
      'line',
      'number',
      'number',
      'line',
    ]);
  });

  it('nest in block comments, which count lines', () => {
    const { tokens } = scan('/* a /* b\n */ c */ 1');
    expect(tokens[0]).toMatchObject({ kind: 'number', line: 2 });
  });

  it('include a byte order mark and a shebang', () => {
    expect(kinds('\ufeff#!/bin/wren\n1')).toEqual(['line', 'number']);
  });

  it('do not include a shebang on later lines', () => {
    expect(kinds('\n#!/')).toEqual(['line', '#', '!', '/']);
  });
});

describe('an invalid character', () => {
  it('is an error token, after which scanning continues', () => {
    const { tokens, errors } = scan('1 $ 2');
    expect(tokens.map(({ kind }) => kind)).toEqual(['number', 'error', 'number', 'end']);
    expect(errors).toEqual(["1: Invalid character '$'."]);
  });
});
