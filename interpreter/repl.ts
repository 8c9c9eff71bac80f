/** The read-eval-print loop of `touchstone wren`. */
import { Buffer } from 'node:buffer';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
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
  const lines = createInterface({ input: stdin, output: stdout, prompt, terminal: isTty(stdout) });
  let pending = '';
  lines.prompt();
  for await (const line of lines) {
    // An empty line ends what would otherwise wait for more.
    const text = pending + line;
    pending = runText(instance, text, write, line.trim() !== '') ? '' : `${text}\n`;
    lines.setPrompt(pending === '' ? prompt : continuationPrompt);
    lines.prompt();
  }
  stdout.write('\n');
  return 0;
}

function isTty(stream: Writable): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Runs a text; false if it is only the beginning of one and may go on. */
function runText(
  instance: Instance,
  text: string,
  write: (bytes: string) => void,
  mayContinue: boolean,
): boolean {
  if (text.trim() === '') return true;
  const source = toBytes(text);
  try {
    evaluate(instance, source, write);
    return true;
  } catch (error) {
    if (error instanceof WrenRuntimeError) write(error.trace());
    else if (!(error instanceof WrenCompileError)) throw error;
    else if (mayContinue && isIncomplete(error)) return false;
    else write(error.message);
    return true;
  }
}

/** Runs code as an expression if it is one, else as statements. */
function evaluate(instance: Instance, source: string, write: (bytes: string) => void): void {
  try {
    const value = instance.evaluate(source, true);
    if (value !== wrenNull) write(`${String(instance.call(value, 'toString'))}\n`);
  } catch (error) {
    if (!(error instanceof WrenCompileError)) throw error;
    instance.evaluate(source, false);
  }
}
