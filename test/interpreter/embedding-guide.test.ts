/** The page on embedding: its example runs and prints what the page says. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFile } from '../../cli/package-root.js';
import * as interpreter from '../../interpreter/index.js';

const page = readFileSync(packageFile('docs', 'embedding-the-interpreter.md'), 'utf8');

function readBlocks(language: string): readonly string[] {
  const blocks = page.matchAll(/^```(\w+)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, found, text = '']) => (found === language ? [text] : []));
}

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
  const examples = readBlocks('js');
  expect(examples).toHaveLength(1);
  expect(examples.map(runExample)).toEqual(readBlocks('text'));
});
