/** The command that `npm run mutation` starts. */
import type { Command } from 'commander';
import { countParser, createCommand, runCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { messageOf, UsageError } from '../../kit/errors.js';
import { packageFile } from '../../kit/package-root.js';
import { type Equivalence, findStale, matchesGlob, readEquivalences } from './equivalents.js';
import { listMutants, type Mutant } from './mutants.js';
import { listScripts } from './projects.js';
import {
  renderInvalid,
  renderJson,
  renderMutant,
  renderScore,
  renderStale,
  renderSurvivor,
} from './report.js';
import { takeSample } from './sample.js';
import { classify, requiredScore, tally } from './score.js';
import { type Trial, tryMutants } from './trial.js';

interface Options {
  readonly filter?: string;
  readonly project?: string;
  readonly sample?: number;
  readonly seed: number;
  readonly list?: true;
  readonly json?: true;
}

function describe(environment: Environment): Command {
  return createCommand('mutation', environment)
    .description('Mutates the shipped projects and lists the mutants that the suite misses.')
    .option('--filter <glob>', 'only mutants whose id matches, for example "*users.wren*"')
    .option('--project <name>', 'only mutants of the scripts of one project')
    .option('--sample <n>', 'only a sample of n mutants', countParser(1))
    .option('--seed <n>', 'seed of the sample', countParser(1), 1)
    .option('--list', 'print the mutants without trying them')
    .option('--json', 'print JSON');
}

/**
 * Resolves to 0 if enough mutants are killed, 1 if not, if an equivalence is stale or if the suite
 * fails for an unchanged project, 2 for wrong usage.
 */
export async function main(environment: Environment): Promise<number> {
  try {
    const command = describe(environment);
    return await runCommand(command, environment, () => run(command.opts<Options>(), environment));
  } catch (error) {
    environment.stderr.write(`mutation: ${messageOf(error)}\n`);
    return 1;
  }
}

async function run(options: Options, environment: Environment): Promise<number> {
  const equivalences = readEquivalences(packageFile('test', 'mutation', 'equivalent.yaml'));
  const all = listScripts().flatMap((file) => listMutants(file));
  const chosen = choose(all, options);
  if (chosen.length === 0)
    throw new UsageError(
      'No mutant matches --filter and --project. Print all mutants with --list.',
    );
  if (options.list) {
    environment.stdout.write(chosen.map(renderMutant).join(''));
    return 0;
  }
  const trials = await tryAll(chosen, equivalences, options, environment);
  const stale = findStale(equivalences, all, trials);
  const { stdout } = environment;
  if (options.json) stdout.write(renderJson(trials, equivalences, stale));
  else stdout.write(`\n${renderScore(trials, equivalences)}`);
  if (stale.length > 0) environment.stderr.write(renderStale(stale));
  return tally(trials, equivalences).score >= requiredScore && stale.length === 0 ? 0 : 1;
}

function choose(all: readonly Mutant[], { filter, project, sample, seed }: Options): Mutant[] {
  const matching = all
    .filter(({ id }) => filter === undefined || matchesGlob(filter, id))
    .filter((mutant) => project === undefined || mutant.project === project);
  return sample === undefined ? matching : takeSample(matching, sample, seed);
}

/** Number of mutants between two lines of progress. */
const progressStep = 50;

/** Tries the mutants and prints survivors, invalid mutants and the progress meanwhile. */
function tryAll(
  mutants: readonly Mutant[],
  equivalences: readonly Equivalence[],
  { json }: Options,
  { stdout, stderr }: Environment,
): Promise<Trial[]> {
  let tried = 0;
  const announce = (trial: Trial) => {
    tried += 1;
    if (tried % progressStep === 0) stderr.write(`${tried} of ${mutants.length} mutants tried\n`);
    if (json) return;
    const verdict = classify(trial, equivalences);
    if (verdict === 'survived') stdout.write(`survived ${renderSurvivor(trial)}`);
    if (verdict === 'invalid') stdout.write(`invalid ${renderInvalid(trial)}`);
  };
  return tryMutants(mutants, announce);
}
