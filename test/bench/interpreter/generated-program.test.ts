import { expect, it } from 'vitest';
import {
  generateProgram,
  resultOfGenerated,
} from '../../../bench/interpreter/generated-program.js';
import { createInterpreter } from '../../../interpreter/index.js';

it.each([20, 200])('generates a program of %s lines that prints the result', (lines) => {
  const text = generateProgram(lines);
  const modules = { resolve: (name: string) => name, load: () => text };
  let output = '';
  createInterpreter({ modules })
    .compile('main')
    .run({ write: (bytes) => (output += bytes) });
  expect(text.split('\n').length).toBeGreaterThan(lines);
  expect(output).toBe(`${resultOfGenerated(lines)}\n`);
});
