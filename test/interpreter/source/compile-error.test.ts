import { describe, expect, it } from 'vitest';
import { parseAndResolve } from '../../../interpreter/resolve/parse-and-resolve.js';
import {
  renderDiagnostic,
  renderDiagnosticWithSource,
} from '../../../interpreter/source/compile-error.js';
import { decodeSource } from '../../../interpreter/source/source-file.js';
import { isCoreName } from '../resolve/resolve-text.js';

type Render = typeof renderDiagnostic;

function renderFirst(text: string, render: Render): string {
  const source = decodeSource('main', text);
  const [diagnostic] = parseAndResolve(source, { isImplicit: isCoreName }).diagnostics;
  if (diagnostic === undefined) throw new Error('The program has no errors.');
  return render(source, diagnostic);
}

describe("Wren's format of an error", () => {
  it.each([
    ['var a = 1\nvar 2', "[main line 2] Error at '2': Expect variable name."],
    ['var a =\nvar', "[main line 2] Error at 'var': Expected expression."],
    ['System.print(\n', '[main line 2] Error at end of file: Expected expression.'],
    ['var\n', '[main line 1] Error at newline: Expect variable name.'],
    ['"\\q"', "[main line 1] Error: Invalid escape character 'q'."],
    ['[1 "é"]', `[main line 1] Error at '"\xc3\xa9"': Expect ']' after list elements.`],
  ])('of %j', (text, expected) => {
    expect(renderFirst(text, renderDiagnostic)).toBe(expected);
  });

  it('shortens a long token', () => {
    const name = 'n'.repeat(70);
    expect(renderFirst(`var a ${name}`, renderDiagnostic)).toBe(
      `[main line 1] Error at '${'n'.repeat(64)}...': Expect end of file.`,
    );
  });

  it('shows a token of several lines unchanged', () => {
    expect(renderFirst('1 "a\nb"', renderDiagnostic)).toBe(
      `[main line 2] Error at '"a\nb"': Expect end of file.`,
    );
  });
});

describe('the format of an error for terminals', () => {
  it('shows the line with a caret', () => {
    expect(renderFirst('\n\nSystem.print(1 + )', renderDiagnosticWithSource)).toBe(
      [
        "Error at ')': Expected expression.",
        ' --> main:3:18',
        '3 | System.print(1 + )',
        '  |                  ^',
      ].join('\n'),
    );
  });

  it('marks a whole token and counts characters, not bytes', () => {
    expect(renderFirst('"é" foo', renderDiagnosticWithSource)).toBe(
      ["Error at 'foo': Expect end of file.", ' --> main:1:5', '1 | "é" foo', '  |     ^^^'].join(
        '\n',
      ),
    );
  });

  it('keeps tabs, so that the caret stays below its text', () => {
    expect(renderFirst('\t1 2', renderDiagnosticWithSource)).toContain('\n  | \t  ^');
  });

  it('points to the beginning of an unterminated string', () => {
    expect(renderFirst('1\nvar a = "b\n\n', renderDiagnosticWithSource)).toContain(
      ' --> main:2:9\n2 | var a = "b\n  |         ^^',
    );
  });

  it('shows a part of a long line', () => {
    const text = `${'1 + '.repeat(100_000)}*${' + 1'.repeat(100_000)}`;
    const shown = renderFirst(text, renderDiagnosticWithSource);
    expect(shown).toContain('1 + 1 + * + 1 + 1');
    expect(shown.length).toBeLessThan(400);
  });
});
