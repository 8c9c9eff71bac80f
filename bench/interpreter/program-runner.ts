/** Runs one of the programs in a process of its own and reads the times that it prints. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../../kit/package-root.js';
import type { ProgramCase } from './cases.js';

/** Something that runs programs. */
export interface Contestant {
  readonly name: string;
  /** The command, and its arguments before the program's path. */
  readonly command: readonly [string, ...string[]];
  readonly extension: '.wren' | '.js';
}

/** What one process took for a program, in milliseconds. */
export interface ProgramTime {
  /** The first round, which pays for compiling and getting warm. */
  readonly first: number;
  /** The fastest round: the one that other processes disturbed least. */
  readonly settled: number;
}

const timeout = 300_000;

/** @throws Error when the program fails or computes another answer than the case states */
export async function runProgram(
  { command: [file, ...argv], extension }: Contestant,
  { name, answer }: ProgramCase,
): Promise<ProgramTime> {
  const program = packageFile('bench', 'programs', `${name}${extension}`);
  const { stdout } = await promisify(execFile)(file, [...argv, program], { timeout });
  return readRounds(stdout, answer);
}

/**
 * Reads what `programs/rounds.*` prints: a line per round, its seconds and then its answer.
 *
 * @throws Error when there is no round, or one with another answer
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
