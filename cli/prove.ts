/** `touchstone prove`: says what a suite would not notice. */
import { resolve } from 'node:path';
import type { CheckOptions } from '../conformance/check/check-options.js';
import { secretsIn } from '../conformance/http/secrets/secrets.js';
import { usualLanes } from '../conformance/prove/planting/stage.js';
import { readSurvivors, runProve } from '../conformance/prove/run-prove.js';
import { countParser, createCommand } from '../kit/command-line.js';
import type { Environment } from '../kit/environment.js';
import { harnessFallbacks } from './options/option-table.js';
import { addServerOptions, runWithSuite } from './options/server-options.js';

const helps = {
  'base-url': 'the address of a sound server (default: the server that the suite starts)',
  concurrency: `scenarios that wait for clocks or states at the same time (default: ${usualLanes})`,
};

const epilogue = `
Every scenario runs twice on the sound server, through a proxy that records its
requests and answers. Then the proxy plants one fault after the other, and the
scenarios run again whose answers the fault changes. A fault survives when all
of them still pass. Faults touch only what the run itself created.

Exit codes:
  0  the faults were planted, and the score is at least --min
  1  the score is below --min
  2  wrong usage, a mistake in the suite, a server that cannot be reached, no
     fault to plant, or a run that was stopped
  4  an internal error of Touchstone

Example:
  touchstone prove --suite my-suite --base-url http://127.0.0.1:7001`;

interface ProveFlags {
  readonly whole?: true;
  readonly min?: number;
  readonly maxFaults?: number;
  readonly survivors?: true;
  readonly write?: true;
}

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone prove', environment)
    .description('Plants faults between a suite and a sound server, and names those that survive.')
    .usage('[--base-url <url>] [options]')
    .option('--min <percent>', 'exit with 1 when the score is lower', countParser(0, 100))
    .option(
      '--max-faults <number>',
      'plant at most this many, spread over the kinds',
      countParser(1),
    )
    .option('--whole', 'run every scenario with every fault')
    .option('--survivors', 'plant only the faults that survived in the last proof')
    .option('--write', 'add the scenarios that would notice the survivors to the suite')
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const readServerOptions = addServerOptions(command, suite, helps, sharedOptions, suiteGroups);
    return async () => {
      const given = readServerOptions(environment);
      const options = { ...harnessFallbacks(suite), ...given } as CheckOptions;
      const {
        whole = false,
        write = false,
        survivors,
        min,
        maxFaults,
      } = command.opts<ProveFlags>();
      const folder = resolve(environment.cwd, options.reports);
      const chosen = survivors && readSurvivors(folder, suite);
      const secrets = secretsIn(options, suite);
      const request = { suite, options, secrets, prove: { whole, maxFaults, chosen } };
      return await runProve(request, { min, writesSuite: write }, environment);
    };
  });
}

const suiteGroups = ['classes', 'profiles', 'startOptions'] as const;

const sharedOptions = [
  ...(['start', 'setup', 'teardown', 'disposable', 'wait'] as const),
  ...(['only', 'seed', 'reports', 'concurrency'] as const),
] as const;
