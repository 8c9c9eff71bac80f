import { describe, expect, it } from 'vitest';
import { compileText as compile, errorOf, runProgram } from '../program/run-text.js';

/** The output of a program, by line. */
function linesOf(text: string): string[] {
  return runProgram(compile(text)).output.trimEnd().split('\n');
}

describe('a loop over a string', () => {
  it('takes its code points, and bytes that belong to none', () => {
    const text = 'for (c in "aé\\xe6日\\x80𝄞") System.print(c.bytes.toList)';
    expect(linesOf(text)).toEqual([
      '[97]',
      '[195, 169]',
      '[230]',
      '[230, 151, 165]',
      '[240, 157, 132, 158]',
    ]);
  });

  it('begins with the first byte, even one that continues a code point', () => {
    expect(linesOf('for (c in "\\x80\\x81a") System.print(c.bytes[0])')).toEqual(['128', '97']);
  });

  it('takes bytes and numbers of code points', () => {
    expect(linesOf('for (b in "aé".bytes) System.print(b)')).toEqual(['97', '195', '169']);
    expect(linesOf('for (c in "aé\\xff".codePoints) System.print(c)')).toEqual(['97', '233', '-1']);
  });

  it('ends at the time limit', () => {
    const text = 'while (true) for (c in "ab".bytes) for (d in "ab") for (e in "ab".codePoints) {}';
    const run = () => runProgram(compile(text), { limits: { timeMs: 20 } });
    expect(errorOf(run)).toMatchObject({ kind: 'budget' });
  });
});

describe('the names `bytes` and `codePoints`', () => {
  const own = `
    class Own {
      construct new() {}
      bytes { ["x", "y"] }
      codePoints { "zé" }
    }
    class Talk {
      static say(value) {
        System.print(value)
        return 0
      }
    }`;

  it('are methods of any class', () => {
    const text = `${own}
      for (each in Own.new().bytes) System.print(each)
      for (each in Own.new().codePoints) System.print(each)
      System.print(Own.new().bytes[1])
      System.print(Own.new().codePoints[1])`;
    expect(linesOf(text)).toEqual(['x', 'y', 'z', 'é', 'y', 'é']);
  });

  it('are called before the index behind them is evaluated', () => {
    const error = errorOf(() => runProgram(compile('null.bytes[Fiber.abort("late")]')));
    expect(error).toMatchObject({ message: "Null does not implement 'bytes'." });
    expect(
      linesOf(`${own}
      System.print("é".bytes[Talk.say("first")])`),
    ).toEqual(['first', '195']);
  });

  it.each([
    ['"abc".bytes[3]', 'Index out of bounds.'],
    ['"abc".bytes["a"]', 'Index must be a number.'],
    ['"abc".codePoints[0.5]', 'Index must be an integer.'],
    ['"abc"[3]', 'Subscript out of bounds.'],
    ['for (c in 3.bytes) {}', "Num does not implement 'bytes'."],
  ])('%s: %s', (text, message) => {
    const lines = `var x = 1\n${text}`;
    expect(errorOf(() => runProgram(compile(lines)))).toMatchObject({
      message,
      frames: [{ line: 2 }],
    });
  });
});
