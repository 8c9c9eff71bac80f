/** The read-eval-print loop of `touchstone wren`. */
import { Buffer } from 'node:buffer';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ReadStream } from 'node:tty';
import { WrenCompileError } from './modules/compile-error.js';
import { FileModules, mainModule } from './modules/file-modules.js';
import { createInterpreter } from './modules/interpreter.js';
import type { Instance } from './modules/program.js';
import { toBytes } from './runtime/bytes.js';
import { WrenRuntimeError } from './runtime/runtime-error.js';
import { wrenNull } from './runtime/values.js';

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
export async function runRepl({ cwd, stdin, stdout }: ReplEnvironment): Promise<number> {
  const write = (bytes: string) => stdout.write(Buffer.from(bytes, 'latin1'));
  const interpreter = createInterpreter({ modules: new FileModules('', cwd) });
  const instance = interpreter.compile(mainModule).instantiate({ write, report: write });
  const terminal = isTerminal(stdout);
  const lines = createInterface({ input: stdin, output: stdout, terminal });
  const ask = askWith(lines, stdout);
  let pending = '';
  ask(prompt);
  for await (const line of lines) {
    const text = pending + line;
    // An empty line ends what would otherwise wait for more.
    const mayContinue = line.trim() !== '';
    const isDone = runInterruptibly(stdin, () => runText(instance, text, stdout, mayContinue));
    pending = isDone ? '' : `${text}\n`;
    ask(isDone ? prompt : continuationPrompt);
  }
  stdout.write('\n');
  return 0;
}

/** Shows a prompt, also for lines that are still to be read when the input has ended. */
function askWith(lines: Interface, stdout: Writable): (prompt: string) => void {
  let isClosed = false;
  lines.once('close', () => {
    isClosed = true;
  });
  return (prompt) => {
    lines.setPrompt(prompt);
    // From Node.js 24 on, what is closed cannot prompt.
    if (isClosed) stdout.write(prompt);
    else lines.prompt();
  };
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
