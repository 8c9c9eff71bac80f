/** The command that `npm run attack` starts. */
import type { Command } from 'commander';
import { countParser, createCommand, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import type { Attack } from './attack.js';
import { allAttacks } from './attacks/all.js';
import { findProblems } from './judge.js';
import { type Measurement, measureAlone } from './measure.js';
import { type Result, renderAttacks, renderKinds, renderProblems } from './report.js';
import { StartError } from './server.js';

interface Options {
  readonly only?: string;
  readonly workers: number;
  readonly slowness: number;
  readonly db?: string;
  readonly list?: true;
}

function describe(environment: Environment): Command {
  return createCommand('attack', environment)
    .description(
      'Attacks the reference server, a new process per attack, and measures the effects.',
    )
    .option('--only <text>', 'only attacks whose "kind: name" contains this text')
    .option('--workers <n>', 'workers of each server', countParser(1), 1)
    .option('--db <address>', 'PostgreSQL, in a schema per attack (default: SQLite)')
    .option('--slowness <n>', 'factor for all times, for a busy machine', countParser(1), 1)
    .option('--list', 'print the attacks without running them');
}

/** Resolves to 0 if the server withstands all attacks, 1 if not, 2 for wrong usage. */
export async function main(environment: Environment): Promise<number> {
  const command = describe(environment);
  return runCommand(command, environment, () => run(command.opts<Options>(), environment));
}

async function run(options: Options, { stdout }: Environment): Promise<number> {
  const attacks = choose(options.only ?? '');
  if (options.list) {
    for (const { kind, name } of attacks) stdout.write(`${kind}: ${name}\n`);
    return 0;
  }
  const results: Result[] = [];
  for (const attack of attacks) {
    const result = await attackOnce(attack, options);
    if (result !== undefined) results.push(result);
    const outcome = result === undefined ? 'not served' : result.problems.join('; ') || 'withstood';
    stdout.write(`${attack.name}: ${outcome}\n`);
  }
  const problems = results.map(renderProblems).join('');
  stdout.write(`\n${renderAttacks(results)}\n${renderKinds(results)}\n${problems}`);
  return problems === '' ? 0 : 1;
}

function choose(text: string): Attack[] {
  const chosen = allAttacks.filter(({ kind, name }) => `${kind}: ${name}`.includes(text));
  if (chosen.length === 0)
    throw new UsageError(`No attack matches --only "${text}". Print all attacks with --list.`);
  return chosen;
}

/** Undefined if the server does not start: PostgreSQL lacks some of SQLite's statements. */
async function attackOnce(
  attack: Attack,
  { workers, slowness, db }: Options,
): Promise<Result | undefined> {
  const changed = { ...attack, workers };
  let measurement: Measurement;
  try {
    measurement = await measureAlone(changed, db);
  } catch (error) {
    if (db !== undefined && error instanceof StartError) return undefined;
    throw error;
  }
  return { attack: changed, measurement, problems: findProblems(changed, measurement, slowness) };
}
