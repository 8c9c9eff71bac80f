import { describe, expect, it } from 'vitest';
import { parseAndResolve } from '../../../interpreter/resolve/parse-and-resolve.js';
import { renderDiagnostic } from '../../../interpreter/source/compile-error.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';
import { isCoreName } from '../resolve/resolve-text.js';

function errorsIn(bytes: readonly number[] | string): string[] {
  const source = decodeSource('main', typeof bytes === 'string' ? bytes : Uint8Array.from(bytes));
  const { diagnostics } = parseAndResolve(source, { isImplicit: isCoreName });
  return diagnostics.map((diagnostic) => renderDiagnostic(source, diagnostic));
}

const bytesOf = (text: string) => [...Buffer.from(text, 'latin1')];

describe('decodeSource', () => {
  it('turns text into one character for each UTF-8 byte', () => {
    expect(decodeSource('main', 'é').text).toBe('\xc3\xa9');
  });

  it('accepts any bytes, also from the middle of a buffer', () => {
    const bytes = Uint8Array.from([1, 2, 0xff, 4]).subarray(1, 3);
    expect(decodeSource('main', bytes).text).toBe('\x02\xff');
  });
});

describe('bytes that are not UTF-8', () => {
  it('may be in strings, queries and comments', () => {
    expect(errorsIn(bytesOf('// \xff\n/* \xfe */\n"a\xffb"\n`\xc3`\n"""\xa9"""'))).toEqual([]);
  });

  it('are errors with a line elsewhere', () => {
    expect(errorsIn(bytesOf('var a = 1\n\xff'))).toEqual([
      '[main line 2] Error: Invalid byte 0xff.',
    ]);
  });
});

describe('a NUL byte', () => {
  it('is invalid between tokens and does not end the text', () => {
    expect(errorsIn('if (true) {\n1\0\n2 3\n}')).toEqual([
      '[main line 2] Error: Invalid byte 0x0.',
      "[main line 3] Error at '3': Expect newline after statement.",
    ]);
  });

  it.each(['"a\0b"', '"""a\0b"""', '`a\0b`'])('is invalid in %j', (text) => {
    expect(errorsIn(`\n${text}`)).toEqual(['[main line 2] Error: Invalid byte 0x0.']);
  });
});
