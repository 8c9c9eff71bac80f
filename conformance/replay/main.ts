/** `touchstone replay`: repeats the requests of a failure from a saved result. */
import { join, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { createCommand, runCommand } from '../../cli/command-line.js';
import type { Environment } from '../../cli/environment.js';
import { createClient, type OpenClient } from '../http/client.js';
import { createRedactor, createRestorer, secretsOf, secretsOfHeaders } from '../http/redact.js';
import { addOptions, type GivenTexts, readValues } from '../options/read-options.js';
import {
  type ClientSettings,
  clientSettings,
  type ServerOptions,
  serverOptionNames,
} from '../options/server-options.js';
import { groupLeftovers } from '../report/leftovers.js';
import type { CaseResult, Report, RequirementResult } from '../report/model.js';
import { readAnyReport } from '../report/read.js';
import { cleanUp } from '../sessions/clean-up.js';
import { RowLedger } from '../sessions/ledger.js';
import { shippedSuite } from '../suite-files.js';
import { urlOf } from '../target/target.js';
import { UsageError } from '../usage-error.js';
import { escapeHidden } from '../words.js';
import { type RepeatedExchange, repeatCase } from './replay.js';

const otherHelps = {
  baseUrl: 'the server to ask (default: the one that was checked)',
  probesUrl: 'the one to ask about scripts of spec/probes (default: that of --base-url)',
};

type Server = Report['target']['servers'][number];

interface ReplayContext {
  readonly client: OpenClient;
  readonly settings: ClientSettings;
  readonly options: ServerOptions;
  readonly marker: string;
  readonly stdout: Writable;
}

const epilogue = `
The ids of new rows, times, and headers such as Date count as the same. Rows
that the repeated requests make are deleted at the end.

What "touchstone check" takes from environment variables and the configuration
file is taken from there, too: TOUCHSTONE_API_KEY for --api-key, base-url for
--base-url.

Exit codes:
  0  every answer is the recorded one
  1  an answer differs from the recorded one
  2  wrong usage, or a result that cannot be used

Example:
  touchstone replay users.create.status --base-url http://127.0.0.1:7001`;

function findFailure(report: Report, id: string): RequirementResult {
  const row = report.requirements.find((requirement) => requirement.id === id);
  if (row === undefined) throw new UsageError(`The result has no requirement "${id}".`);
  if (!row.cases.some(wentWrong)) {
    throw new UsageError(`"${id}" has no failure to repeat: its verdict is "${row.verdict}".`);
  }
  return row;
}

function wentWrong({ verdict, exchanges }: CaseResult): boolean {
  return verdict !== 'pass' && exchanges.length > 0;
}

/** The server that a case is repeated on: the one it ran against, unless another is named. */
function readTarget(server: Server | undefined, options: ServerOptions): string {
  const url = urlOf(options, server ?? { class: 'api' }) ?? server?.url;
  if (typeof url === 'string') return url;
  throw new UsageError('Give --base-url: the server that was checked has ended with the check.');
}

function describeExchange({ method, path, status, differences }: RepeatedExchange): string[] {
  const verdict = differences.length === 0 ? 'as recorded' : 'differs';
  return [
    `  ${method} ${path} → ${status ?? 'no answer'}, ${verdict}`,
    ...differences.map(
      ({ path, recorded, now }) => `    ${path}: recorded ${recorded}, now ${now}`,
    ),
  ];
}

/** How the answers of a repeated case compare with those that were recorded. */
interface Comparison {
  readonly differing: number;
  /** Whether the last one differs, which is the one that was judged. */
  readonly isJudgedOther: boolean;
}

/** Repeats one case and takes away what it made. */
async function replayCase(
  one: CaseResult,
  server: Server | undefined,
  baseUrl: string,
  { client, settings, options, marker, stdout }: ReplayContext,
): Promise<Comparison> {
  const secrets = [...secretsOf(options), ...secretsOfHeaders(options.headers)];
  const [restore, redact] = [createRestorer(secrets), createRedactor(secrets)];
  const ledger = new RowLedger();
  const givenHeaders = new Set(options.headers.map(([name]) => name.toLowerCase()));
  const recordedUrl = server?.url ?? null;
  const tools = { client, restore, redact, givenHeaders, ledger, recordedUrl, marker };
  try {
    const exchanges = await repeatCase(one, tools);
    stdout.write(escapeHidden(`${exchanges.flatMap(describeExchange).join('\n')}\n`));
    return compareAll(exchanges);
  } finally {
    const target = { baseUrl, profile: server?.profile ?? 'basic', credentials: options };
    const { steps } = shippedSuite();
    const left = await cleanUp({ target, steps, marker, ledger, client: settings });
    for (const { name, reason } of groupLeftovers(left)) {
      stdout.write(`  Left behind: ${name} (${reason})\n`);
    }
  }
}

function compareAll(exchanges: readonly RepeatedExchange[]): Comparison {
  const differs = exchanges.map(({ differences }) => differences.length > 0);
  return {
    differing: differs.filter(Boolean).length,
    isJudgedOther: differs.at(-1) ?? false,
  };
}

/** Resolves to how many answers differ. */
async function replay(
  row: RequirementResult,
  report: Report,
  options: ServerOptions,
  { stdout }: Environment,
): Promise<number> {
  const settings = clientSettings(options);
  stdout.write(`${row.id} §${row.section}\n${row.statement}\n`);
  const comparisons: Comparison[] = [];
  for (const one of row.cases.filter(wentWrong)) {
    const server = serverOf(one, report);
    const baseUrl = readTarget(server, options);
    stdout.write(`\n${one.feature}:${one.line} ${one.scenario}, against ${baseUrl}\n`);
    const client = createClient({ baseUrl, ...settings });
    const { marker } = report;
    try {
      const context = { client, settings, options, marker, stdout };
      comparisons.push(await replayCase(one, server, baseUrl, context));
    } finally {
      client.close();
    }
  }
  stdout.write(`\n${conclude(comparisons)}\n`);
  return comparisons.reduce((sum, { differing }) => sum + differing, 0);
}

/** Whether the failure is still there is told by the last answers, whatever those before say. */
function conclude(comparisons: readonly Comparison[]): string {
  const differing = comparisons.reduce((sum, one) => sum + one.differing, 0);
  if (differing === 0) return 'The answers are the recorded ones.';
  const answers = differing === 1 ? '1 answer differs' : `${differing} answers differ`;
  const others = comparisons.filter(({ isJudgedOther }) => isJudgedOther).length;
  if (others === 0) return `${answers}, but what was judged is still answered as recorded.`;
  if (others === comparisons.length) return `${answers}, also where the requirement was broken.`;
  return `${answers}, in ${others} of ${comparisons.length} cases also where the requirement was broken.`;
}

function serverOf({ server }: CaseResult, { target }: Report): Server | undefined {
  return target.servers.find(({ name }) => name === server);
}

/** Resolves to the exit code; see `--help`. */
export function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone replay', environment)
    .description('Repeats the requests of a failure from a saved result, and compares the answers.')
    .argument('<id>', 'the requirement that failed')
    .option('--report <file>', 'the result of a check (default: report.json among its reports)')
    .addHelpText('after', epilogue);
  const given = addOptions(command, serverOptionNames, otherHelps);
  return runCommand(command, environment, () => {
    const { report } = command.opts<{ report?: string }>();
    return replayFailure(command.args[0] ?? '', report, given, environment);
  });
}

/**
 * Resolves to the exit code.
 *
 * @throws UsageError
 */
async function replayFailure(
  id: string,
  file: string | undefined,
  given: GivenTexts,
  environment: Environment,
): Promise<number> {
  const options = readValues([...serverOptionNames, 'reports'], given, environment);
  const name = file ?? join(options.reports, 'report.json');
  const report = readAnyReport(resolve(environment.cwd, name), name);
  const differing = await replay(findFailure(report, id), report, options, environment);
  return differing > 0 ? 1 : 0;
}
