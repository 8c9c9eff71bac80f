/** `touchstone wren`: runs a Wren program from a file, an argument or standard input. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import {
  createInterpreter,
  type Program,
  putOffOptimizing,
  WrenCompileError,
} from '../../interpreter/index.js';
import { type Environment, isTerminal } from '../../kit/environment.js';
import { FileModules } from './file-modules.js';
import { ByteOutput, OutputError, showError } from './output.js';

/** The part of the process environment that the command uses. */
type WrenEnvironment = Pick<Environment, 'argv' | 'cwd' | 'stdin' | 'stdout' | 'stderr'>;

/**
 * Exit codes of Wren's own command line (from `sysexits.h`), and the code that shells use for a
 * program ended by SIGPIPE.
 */
const exitCodes = {
  ok: 0,
  usage: 2,
  compileError: 65,
  noInput: 66,
  runtimeError: 70,
  outputError: 74,
  outputClosed: 141,
} as const;

const usage = `Usage: touchstone wren [file]
       touchstone wren -e <code>

Runs a Wren program. Without a file, reads code from the terminal line by line, or a whole program
from standard input if that is not a terminal.

  -e <code>    run this code
  -            run the program from standard input
  -h, --help   print this help

Examples:
  touchstone wren hello.wren
  touchstone wren -e 'System.print(6 * 7)'
`;

/** Runs the command; resolves to its exit code. */
export async function main(environment: WrenEnvironment): Promise<number> {
  const { argv, cwd, stdin, stdout, stderr } = environment;
  const [first, ...rest] = argv;
  if (first === '-h' || first === '--help') {
    stdout.write(usage);
    return exitCodes.ok;
  }
  if (first === '-e') {
    const [code, ...more] = rest;
    if (code === undefined || more.length > 0)
      return refuse(stderr, 'Option -e takes one argument.');
    return run(new FileModules(code, cwd), environment);
  }
  if (rest.length > 0) return refuse(stderr, 'Only one file can be run.');
  // These modules are loaded only where used: loading takes longer than a short script.
  if (first === undefined && isTerminal(stdin)) {
    const { runRepl } = await import('./repl.js');
    return runRepl(environment);
  }
  if (first === undefined || first === '-') {
    const { buffer } = await import('node:stream/consumers');
    return run(new FileModules(await buffer(stdin), cwd), environment);
  }
  if (first.startsWith('-')) return refuse(stderr, `There is no option "${first}".`);
  return runFile(first, environment);
}

function refuse(stderr: Writable, message: string): number {
  stderr.write(`touchstone wren: ${message}\n\n${usage}`);
  return exitCodes.usage;
}

function runFile(path: string, environment: WrenEnvironment): number {
  let text: Uint8Array;
  try {
    text = readFileSync(resolve(environment.cwd, path));
  } catch (error) {
    const reason = describeReadError(error);
    environment.stderr.write(`touchstone wren: Could not read "${path}": ${reason}\n`);
    return exitCodes.noInput;
  }
  return run(new FileModules(text, environment.cwd, path), environment);
}

function describeReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file.';
  if (code === 'EISDIR') return 'it is a folder.';
  return error instanceof Error ? error.message : String(error);
}

function run(modules: FileModules, { stdout, stderr }: WrenEnvironment): number {
  // Incremental marking keeps pauses short, which is useful for servers only.
  setFlagsFromString('--no-incremental-marking');
  try {
    return runProgram(modules, new ByteOutput(stdout), stderr);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    if (error.isClosed) return exitCodes.outputClosed;
    stderr.write(`touchstone wren: The output could not be written: ${error.message}\n`);
    return exitCodes.outputError;
  }
}

function runProgram(modules: FileModules, output: ByteOutput, stderr: Writable): number {
  try {
    compileProgram(modules).run({
      write: (bytes) => output.write(bytes),
      report: (bytes) => {
        output.flush();
        stderr.write(Buffer.from(bytes, 'latin1'));
      },
    });
    output.flush();
    return exitCodes.ok;
  } catch (error) {
    output.flush();
    if (error instanceof OutputError) throw error;
    return report(error, stderr);
  }
}

/**
 * Compiles the program, once in the process.
 *
 * @throws WrenCompileError if it has errors
 */
function compileProgram(modules: FileModules): Program {
  const restore = putOffOptimizing();
  try {
    return createInterpreter({ modules }).compile(modules.main);
  } finally {
    restore();
  }
}

/** Prints an error; returns its exit code in Wren's own command line. */
function report(error: unknown, stderr: Writable): number {
  showError(error, stderr);
  return error instanceof WrenCompileError ? exitCodes.compileError : exitCodes.runtimeError;
}
