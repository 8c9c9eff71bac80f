/** Lines that a terminal does not break in the middle of a word. */
import { stripVTControlCharacters } from 'node:util';

/** Below this, folded lines are harder to read than broken ones. */
const leastWidth = 40;

/**
 * Breaks a line at blanks; what follows is indented two columns deeper than the line. A word that is
 * longer than the width stays whole, as do escape sequences, which take no room.
 *
 * @param width in columns; undefined leaves the line as it is
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
