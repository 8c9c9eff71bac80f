/** Text on terminals: properties of a stream, colours, and folded lines. */

import type { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { isTerminal } from '../../../kit/environment.js';

const codes = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

/** Styles of a text. */
export type TextStyle = keyof typeof codes;

/** Gives a text a style, or returns it unchanged. */
export type Paint = (style: TextStyle, text: string) => string;

/** Whether a line can be redrawn: not in CI systems, some of which emulate a terminal. */
export function isInteractive(
  stream: Writable,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return isTerminal(stream) && env.TERM !== 'dumb' && !env.CI;
}

/** The number of columns; undefined unless the stream is a terminal. */
export function widthOf(stream: Writable): number | undefined {
  if (!isTerminal(stream) || !('columns' in stream)) return undefined;
  return typeof stream.columns === 'number' && stream.columns > 0 ? stream.columns : undefined;
}

/** Styles text on a terminal only, and never when `NO_COLOR` is set (no-color.org). */
export function paintFor(
  stream: Writable,
  env: Readonly<Record<string, string | undefined>>,
): Paint {
  const isPlain = !isTerminal(stream) || Boolean(env.NO_COLOR) || env.TERM === 'dumb';
  if (isPlain) return (_style, text) => text;
  return (style, text) => `\u001b[${codes[style]}m${text}\u001b[0m`;
}

/** Below this width, folded lines are harder to read than broken ones. */
const leastWidth = 40;

/**
 * Breaks a line at blanks and indents the rest by two more columns. Escape sequences have no width.
 * A word longer than the width stays whole.
 *
 * @param width in columns; undefined returns the line unchanged
 */
export function foldLine(line: string, width: number | undefined): string {
  if (width === undefined || width < leastWidth || columnsOf(line) <= width) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const hanging = `${indent}  `;
  const lines: string[] = [];
  let current = indent;
  for (const word of line.slice(indent.length).split(' ')) {
    const isFirst = current.trim() === '';
    const longer = isFirst ? current + word : `${current} ${word}`;
    if (isFirst || columnsOf(longer) <= width) {
      current = longer;
      continue;
    }
    lines.push(current);
    current = hanging + word;
  }
  return [...lines, current].join('\n');
}

function columnsOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
