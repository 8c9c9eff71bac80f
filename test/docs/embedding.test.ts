/** The example of the embedding guide. */
import { expect, test } from 'vitest';
import * as interpreter from '../../interpreter/index.js';
import { readBlocks } from './workplace.js';

const guide = 'embedding-the-interpreter.md';

/** Runs an example that imports only the interpreter, and returns its output. */
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

test('the example prints the output shown in the guide', () => {
  const examples = readBlocks(guide, 'js');
  expect(examples).toHaveLength(1);
  expect(examples.map(runExample)).toEqual(readBlocks(guide, 'text'));
});
