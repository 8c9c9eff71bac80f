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
  WrenRuntimeError,
  wrenNull,
} from '../../interpreter/index.js';
import { FileModules } from './file-modules.js';

interface ReplEnvironment {
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
}

const prompt = '> ';
const continuationPrompt = '| ';

/** Whether the first error says no more than that the text ends too early. */
function isIncomplete({ diagnostics: [first] }: WrenCompileError): boolean {
  if (first === undefined) return false;
  return first.near === 'end of file' || first.code.startsWith('unterminated');
}

/** Reads code line by line, runs it and prints what expressions are worth, until input ends. */
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

/** Hands over each line, after those before it to which `run` has said that they may go on. */
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
        // An empty line ends what would otherwise wait for more.
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

/** Takes away what has been typed of a line, by the keys for it: to its end, and from there back. */
function clearLine(lines: Interface): void {
  for (const name of ['e', 'u']) lines.write(null, { ctrl: true, name });
}

/** Whether a stream is somebody's terminal. */
export function isTerminal(stream: Readable | Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Editing lines takes the keys as they are; while code runs, Ctrl+C has to end the process. */
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

/** Runs a text; false if it is only the beginning of one and may go on. */
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

/** Runs code as an expression if it is one, else as statements; what there is to print. */
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

/** Prints an error: Wren's own format, at a terminal the lines at fault. */
export function showError(error: unknown, output: Writable): void {
  if (error instanceof WrenRuntimeError) output.write(Buffer.from(error.trace(), 'latin1'));
  else if (!(error instanceof WrenCompileError)) throw error;
  else if (isTerminal(output)) output.write(error.showLines());
  else output.write(Buffer.from(error.message, 'latin1'));
}
