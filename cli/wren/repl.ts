/** The read-eval-print loop of `touchstone wren`. */
import { Buffer } from 'node:buffer';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ReadStream } from 'node:tty';
import {
  createInterpreter,
  type Instance,
  toBytes,
  WrenCompileError,
  wrenNull,
} from '../../interpreter/index.js';
import { isTerminal } from '../../kit/environment.js';
import { FileModules } from './file-modules.js';
import { showError } from './output.js';

interface ReplEnvironment {
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
}

const prompt = '> ';
const continuationPrompt = '| ';

/** Whether the first error is that the text ends too early. */
function isIncomplete({ diagnostics: [first] }: WrenCompileError): boolean {
  if (first === undefined) return false;
  return first.near === 'end of file' || first.code.startsWith('unterminated');
}

/** Reads code line by line, runs it and prints the values of expressions, until the input ends. */
export function runRepl({ cwd, stdin, stdout }: ReplEnvironment): Promise<number> {
  const write = (bytes: string) => stdout.write(Buffer.from(bytes, 'latin1'));
  const modules = new FileModules('', cwd);
  const program = createInterpreter({ modules }).compile(modules.main);
  const instance = program.instantiate({ write, report: write });
  const terminal = isTerminal(stdout);
  const lines = createInterface({ input: stdin, output: stdout, terminal });
  return readTexts(lines, stdout, (text, mayContinue) =>
    runInterruptibly(stdin, () => runText(instance, text, stdout, mayContinue)),
  );
}

/** Calls `run` with each line. While it returns false, further lines are appended to the text. */
function readTexts(
  lines: Interface,
  stdout: Writable,
  run: (text: string, mayContinue: boolean) => boolean,
): Promise<number> {
  let pending = '';
  const ask = () => {
    lines.setPrompt(pending === '' ? prompt : continuationPrompt);
    lines.prompt();
  };
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const text = pending + line;
      try {
        // An empty line ends a text that would otherwise be continued.
        pending = run(text, line.trim() !== '') ? '' : `${text}\n`;
        ask();
      } catch (error) {
        reject(error);
        lines.close();
      }
    });
    lines.on('SIGINT', () => {
      if (pending === '' && lines.line === '') return lines.close();
      clearLine(lines);
      pending = '';
      stdout.write('\n');
      ask();
    });
    lines.once('close', () => {
      stdout.write('\n');
      resolve(0);
    });
    ask();
  });
}

/** Clears the typed line by its keyboard shortcuts: to the end, then back to the start. */
function clearLine(lines: Interface): void {
  for (const name of ['e', 'u']) lines.write(null, { ctrl: true, name });
}

/** Runs code with raw mode off, so that Ctrl+C ends the process. Line editing uses raw mode. */
function runInterruptibly<T>(stdin: Readable, run: () => T): T {
  if (!(stdin instanceof ReadStream)) return run();
  const { isRaw } = stdin;
  stdin.setRawMode(false);
  try {
    return run();
  } finally {
    stdin.setRawMode(isRaw);
  }
}

/** Runs a text; false if it is incomplete and may be continued. */
function runText(
  instance: Instance,
  text: string,
  stdout: Writable,
  mayContinue: boolean,
): boolean {
  if (text.trim() === '') return true;
  try {
    const shown = evaluate(instance, toBytes(text));
    if (shown !== undefined) stdout.write(Buffer.from(`${shown}\n`, 'latin1'));
  } catch (error) {
    if (error instanceof WrenCompileError && mayContinue && isIncomplete(error)) return false;
    showError(error, stdout);
  }
  return true;
}

/** Runs code as an expression or as statements; returns the text to print, undefined for none. */
function evaluate(instance: Instance, source: string): string | undefined {
  try {
    const value = instance.evaluate(source, true);
    if (value === wrenNull) return undefined;
    const text = instance.call(value, 'toString');
    return typeof text === 'string' ? text : '[invalid toString]';
  } catch (error) {
    if (!(error instanceof WrenCompileError)) throw error;
    instance.evaluate(source, false);
    return undefined;
  }
}
