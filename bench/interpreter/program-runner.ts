/** Runs a program in its own process and reads the times that it prints. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../../kit/package-root.js';
import type { ProgramCase } from './cases.js';

/** A command that runs programs. */
export interface Contestant {
  readonly name: string;
  /** The command, and its arguments before the program's path. */
  readonly command: readonly [string, ...string[]];
  readonly extension: '.wren' | '.js';
}

/** Times of one process, in milliseconds. */
export interface ProgramTime {
  /** The first round, which includes compilation and warm-up. */
  readonly first: number;
  /** The fastest round, which other processes disturbed least. */
  readonly settled: number;
}

const timeout = 300_000;

/** @throws Error when the program fails or prints another answer than the case states */
export async function runProgram(
  { command: [file, ...argv], extension }: Contestant,
  { name, answer }: ProgramCase,
): Promise<ProgramTime> {
  const program = packageFile('bench', 'programs', `${name}${extension}`);
  const { stdout } = await promisify(execFile)(file, [...argv, program], { timeout });
  return readRounds(stdout, answer);
}

/**
 * Reads the output of `programs/rounds.*`: for each round a line with its seconds and its answer.
 *
 * @throws Error when there is no round, or a round has another answer
 */
export function readRounds(output: string, answer: string): ProgramTime {
  const times = output
    .trimEnd()
    .split('\n')
    .map((line) => readRound(line, answer));
  return { first: times[0] ?? Number.NaN, settled: Math.min(...times) };
}

function readRound(line: string, answer: string): number {
  const [, seconds = '', found] = /^(\S+) (.*)$/.exec(line) ?? [];
  const time = Number(seconds) * 1000;
  if (found === undefined || Number.isNaN(time)) {
    throw new Error(`Expected the seconds and the answer of a round, found "${line}".`);
  }
  if (found !== answer) throw new Error(`The answer is "${found}", expected "${answer}".`);
  return time;
}
