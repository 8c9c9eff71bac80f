/** `touchstone replay`: repeats the requests of a failure from a saved result. */
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { Command, CommanderError, Option } from 'commander';
import type { Environment } from '../../cli/environment.js';
import { credentialNames, credentialTable, credentialVariable } from '../credentials.js';
import { createClient, type OpenClient } from '../http/client.js';
import { createRedactor, createRestorer, secretsOf, secretsOfHeaders } from '../http/redact.js';
import { deleteRows, RowLedger } from '../ledger.js';
import { parseBaseUrl, parseHeader, parseInteger, UsageError } from '../option-values.js';
import type { CaseResult, Report, RequirementResult } from '../report/model.js';
import { readReport } from '../report/read.js';
import type { Credentials } from '../run.js';
import { type RepeatedExchange, repeatCase } from './replay.js';

type Headers = readonly (readonly [name: string, value: string])[];

interface ReplayOptions extends Credentials {
  readonly report: string;
  readonly baseUrl?: string;
  readonly timeout: string;
  readonly header?: Headers;
  readonly insecure?: boolean;
}

type Server = Report['target']['servers'][number];

interface ReplayContext {
  readonly client: OpenClient;
  readonly options: ReplayOptions;
  readonly stdout: Writable;
}

const epilogue = `
The ids of new rows, times, and headers such as Date count as the same. Rows
that the repeated requests make are deleted at the end.

Exit codes:
  0  every answer is the recorded one
  1  an answer differs from the recorded one
  2  wrong usage, or a result that cannot be used

Example:
  touchstone replay users.create.status --base-url http://127.0.0.1:7001`;

function describeCommand({ stdout, stderr, env }: Environment): Command {
  const command = new Command('touchstone replay')
    .description('Repeat the requests of a failure from a saved result, and compare the answers.')
    .argument('<id>', 'the requirement that failed')
    .option('--report <file>', 'the result of a check', 'reports/report.json')
    .option('--base-url <URL>', 'the server to ask (default: the one that was checked)')
    .option('--timeout <MS>', 'how long one answer may take, in milliseconds', '10000')
    .option("--header <'NAME: VALUE'>", 'as in "touchstone check"', collectHeader)
    .option('--insecure', 'accept any TLS certificate')
    .addHelpText('after', epilogue)
    .exitOverride()
    .configureOutput({
      writeOut: (t) => stdout.write(t),
      writeErr: (t) => stderr.write(withoutValues(t)),
    });
  for (const name of credentialNames) {
    const variable = credentialVariable(name);
    const option = new Option(`--${credentialTable[name].flag} <TEXT>`, 'as in "touchstone check"');
    // An empty variable counts as unset, as CI systems leave it when a secret is missing.
    command.addOption(option.default(env[variable] || undefined, `$${variable}`));
  }
  return command;
}

/** Says which option a wrong value was given to. */
function parseFor<T>(flag: string, parse: (text: string) => T, text: string): T {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`--${flag}: ${(error as Error).message}.`);
  }
}

function collectHeader(text: string, earlier: Headers = []): Headers {
  return [...earlier, parseFor('header', parseHeader, text)];
}

/** The value of a mistyped option may be a secret. */
function withoutValues(message: string): string {
  return message.replace(/('--[\w-]+)=[^']*'/, "$1'");
}

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
function readTarget(server: Server | undefined, { baseUrl }: ReplayOptions): string {
  if (baseUrl !== undefined) return parseFor('base-url', parseBaseUrl, baseUrl);
  if (typeof server?.url === 'string') return server.url;
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
  { client, options, stdout }: ReplayContext,
): Promise<Comparison> {
  const secrets = [...secretsOf(options), ...secretsOfHeaders(options.header ?? [])];
  const [restore, redact] = [createRestorer(secrets), createRedactor(secrets)];
  const ledger = new RowLedger();
  const givenHeaders = new Set((options.header ?? []).map(([name]) => name.toLowerCase()));
  const recordedUrl = server?.url ?? null;
  const tools = { client, restore, redact, givenHeaders, ledger, recordedUrl };
  const exchanges = await repeatCase(one, tools);
  stdout.write(`${exchanges.flatMap(describeExchange).join('\n')}\n`);
  const profile = server?.profile ?? 'basic';
  for (const row of await deleteRows(ledger.rows, client, profile, options)) {
    stdout.write(`  Left behind: ${row.resource} ${row.id} (${row.reason})\n`);
  }
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
  options: ReplayOptions,
  { stdout }: Environment,
): Promise<number> {
  const timeoutMs = parseFor('timeout', parseInteger(1), options.timeout);
  const settings = {
    headers: Object.fromEntries(options.header ?? []),
    insecure: options.insecure ?? false,
    timeoutMs,
  };
  stdout.write(`${row.id} §${row.section}\n${row.statement}\n`);
  const comparisons: Comparison[] = [];
  for (const one of row.cases.filter(wentWrong)) {
    const server = serverOf(one, report);
    const baseUrl = readTarget(server, options);
    stdout.write(`\n${one.feature}:${one.line} ${one.scenario}, against ${baseUrl}\n`);
    const client = createClient({ baseUrl, ...settings });
    try {
      comparisons.push(await replayCase(one, server, { client, options, stdout }));
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
export async function main(environment: Environment): Promise<number> {
  const { argv, cwd, stderr } = environment;
  try {
    const command = describeCommand(environment).parse([...argv], { from: 'user' });
    const options = command.opts<ReplayOptions>();
    const report = readReport(resolve(cwd, options.report), options.report);
    const row = findFailure(report, command.args[0] ?? '');
    return (await replay(row, report, options, environment)) > 0 ? 1 : 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`touchstone replay: ${error.message}\n`);
    return 2;
  }
}
