/**
 * Runs every program in the folders below, and compares output and errors with the comments in it.
 * A file whose name begins with `_` is a module that others import.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FileModules } from '../../cli/wren/file-modules.js';
import { createInterpreter, fromBytes, WrenRuntimeError } from '../../interpreter/index.js';
import { readExpectations } from './expectations.js';

const root = fileURLToPath(new URL('.', import.meta.url));

interface Outcome {
  readonly output: readonly string[];
  /**
   * Message of the error that ended the program, with the program's innermost line in the trace.
   */
  readonly error: { readonly text: string; readonly line: number | undefined } | undefined;
  readonly frames: readonly { readonly text: string; readonly line: number }[];
}

/** Appended to a program, this makes all of its code run in resumable form. */
const anythingMayHappen = '\nimport "meta"\n';

function run(path: string, addition: string): Outcome {
  const text = Buffer.concat([readFileSync(path), Buffer.from(addition)]);
  const modules = new FileModules(text, dirname(path), basename(path));
  let printed = '';
  let error: Outcome['error'];
  let frames: Outcome['frames'] = [];
  try {
    createInterpreter({ modules })
      .compile(modules.main)
      .run({
        write: (bytes) => {
          printed += bytes;
        },
        // No program depends on the limit: it ends one that would run for ever.
        limits: { timeMs: 600_000 },
      });
  } catch (caught) {
    if (!(caught instanceof WrenRuntimeError)) throw caught;
    const frame = caught.frames.find(({ module }) => module === modules.main);
    error = { text: fromBytes(caught.message), line: frame?.line };
    frames = caught.frames.map(({ label, line }) => ({ text: label || '(nameless)', line }));
  }
  const lines = fromBytes(printed).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return { output: lines, error, frames };
}

describe.each(['language', 'core'])('programs in %s', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const programs = files.filter((file) => /(?:^|[/\\])[^_/\\][^/\\]*\.wren$/.test(file)).sort();

  function check(file: string, addition: string): void {
    const path = join(root, folder, file);
    const expected = readExpectations(file, readFileSync(path, 'utf8'));
    const outcome = run(path, addition);
    expect(outcome.output).toEqual(expected.output.map(({ text }) => text));
    expect(outcome.error).toEqual(expected.runtimeError);
    if (expected.frames.length > 0) expect(outcome.frames).toEqual(expected.frames);
  }

  it.each(programs)('%s', (file) => {
    check(file, '');
  });

  it.each(programs)('%s in resumable form', (file) => {
    check(file, anythingMayHappen);
  });
});
