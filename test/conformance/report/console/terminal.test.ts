import { expect, test } from 'vitest';
import { foldLine } from '../../../../conformance/report/console/terminal.js';

test('a line is folded at blanks, and the rest is indented', () => {
  const line = `  ${'word '.repeat(20).trim()}`;
  const lines = foldLine(line, 40).split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const one of lines) expect(one.length).toBeLessThanOrEqual(40);
  expect(lines.slice(1).every((one) => /^ {4}\w/.test(one))).toBe(true);
  expect(lines.map((one) => one.trim()).join(' ')).toBe(line.trim());
});

test('a word longer than the width stays whole', () => {
  const word = 'x'.repeat(90);
  expect(foldLine(`a ${word} b`, 50).split('\n')).toEqual(['a', `  ${word}`, '  b']);
});

test('colours have no width', () => {
  const line = `\u001b[31m${'x'.repeat(30)}\u001b[0m ${'y'.repeat(9)}`;
  expect(foldLine(line, 40)).toBe(line);
});

test.each([undefined, 10])('lines stay unchanged with a width of %s', (width) => {
  const line = 'word '.repeat(40);
  expect(foldLine(line, width)).toBe(line);
});
