/** The page on embedding: its example runs and prints what the page says. */
import { expect, test } from 'vitest';
import * as interpreter from '../../interpreter/index.js';
import { readBlocks } from './workplace.js';

const guide = 'embedding-the-interpreter.md';

/** Runs an example whose only import is the interpreter; what it prints. */
function runExample(example: string): string {
  let output = '';
  const console = {
    log: (...parts: unknown[]) => {
      output += `${parts.join(' ')}\n`;
    },
  };
  const body = example.replace(/^import (\{.*?\}) from '.*?';$/ms, 'const $1 = exported;');
  new Function('exported', 'console', `"use strict";${body}`)(interpreter, console);
  return output;
}

test('the example prints what the page says', () => {
  const examples = readBlocks(guide, 'js');
  expect(examples).toHaveLength(1);
  expect(examples.map(runExample)).toEqual(readBlocks(guide, 'text'));
});
