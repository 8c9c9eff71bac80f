/** `touchstone replay`: judges a requirement that failed once more, and says what has become of it. */
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createCommand } from '../../kit/command-line.js';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/usage-error.js';
import { escapeHidden } from '../../kit/words.js';
import { oneAtATime } from '../http/concurrency-limit.js';
import { createRedactor, secretsOf, secretsOfHeaders } from '../http/redact.js';
import {
  addServerOptions,
  clientSettings,
  readServerOptions,
  runWithSuite,
  type ServerOptions,
} from '../options/server-options.js';
import { groupLeftovers } from '../report/leftovers.js';
import type { CaseResult, Report, RequirementResult, ServerResult } from '../report/model.js';
import { readAnyReport, requireSuite } from '../report/read.js';
import { urlOf } from '../servers/target.js';
import { runSession } from '../sessions/session.js';
import { listenForStop } from '../stop-signals.js';
import { loadCatalogue } from '../suite/requirements.js';
import { sectionSign } from '../suite/sections.js';
import type { Suite } from '../suite/suite.js';
import { byPlace, type DescribedCase, describeCase } from '../verdict/described-case.js';
import { concludeReplay, describeReplay } from './describe.js';

const otherHelps = {
  'base-url': 'the server to ask (default: the one that was checked)',
};

const epilogue = `
The scenarios of the requirement run once more against the server: their rows
are new ones, with other ids, and are deleted at the end.

What "touchstone check" takes from environment variables and the configuration
file is taken from there, too: base-url for --base-url.

Exit codes:
  0  fixed: every case holds
  1  still broken
  2  wrong usage, or a result that cannot be used
  3  cannot say: something that the requirement builds on is missing or broken

Example:
  touchstone replay todos.create.status --base-url http://127.0.0.1:7001`;

/** What is needed to judge a requirement again. */
interface ReplayInput {
  readonly suite: Suite;
  readonly row: RequirementResult;
  readonly report: Report;
  readonly options: ServerOptions;
  readonly environment: Environment;
}

/** Resolves to the exit code; see `--help`. */
export async function main(environment: Environment): Promise<number> {
  const command = createCommand('touchstone replay', environment)
    .description('Judges a requirement that failed once more, and says what has become of it.')
    .argument('<id>', 'the requirement that failed')
    .option('--report <file>', 'the result of a check (default: report.json among its reports)')
    .addHelpText('after', epilogue);
  return await runWithSuite(command, environment, (suite) => {
    const given = addServerOptions(command, suite, otherHelps);
    return async () => {
      const options = readServerOptions(suite, given, environment);
      const file =
        command.opts<{ report?: string }>().report ?? join(options.reports, 'report.json');
      const report = readAnyReport(resolve(environment.cwd, file), file);
      requireSuite(report, suite, file);
      const row = findFailure(report, command.args[0] ?? '');
      return await replay({ suite, row, report, options, environment });
    };
  });
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

/** Resolves to the exit code. */
async function replay(input: ReplayInput): Promise<number> {
  const { row, report, options, environment } = input;
  const { stdout } = environment;
  const write = (text: string) => stdout.write(`${escapeHidden(text)}\n`);
  write(`${row.id} ${sectionSign(row.section)}`.trimEnd());
  write(row.statement);
  const wrong = row.cases.filter(wentWrong);
  const names = new Set(wrong.map(({ server }) => server));
  const again: DescribedCase[] = [];
  for (const server of report.target.servers.filter(({ name }) => names.has(name))) {
    const { cases, left } = await judgeAgain(server, input);
    for (const one of cases) write(describeReplay(one, wrong));
    for (const { name, reason } of left) write(`  Left behind: ${name} (${reason})`);
    again.push(...cases);
  }
  const { sentence, exitCode } = concludeReplay(again, wrong);
  const redact = createRedactor([
    ...secretsOf(options.credentials),
    ...secretsOfHeaders(options.headers),
  ]);
  write(`\n${redact(sentence)}`);
  return exitCode;
}

interface JudgedAgain {
  readonly cases: readonly DescribedCase[];
  readonly left: ReturnType<typeof groupLeftovers>;
}

/** Runs the scenarios of the requirement against one server. */
async function judgeAgain(
  server: ServerResult,
  { suite, row, report, options, environment }: ReplayInput,
): Promise<JudgedAgain> {
  const baseUrl = urlOf(options, server, suite) ?? server.url;
  if (baseUrl === null) {
    throw new UsageError('Give --base-url: the server that was checked has ended with the check.');
  }
  const redact = createRedactor([
    ...secretsOf(options.credentials),
    ...secretsOfHeaders(options.headers),
  ]);
  const cases: DescribedCase[] = [];
  const { name, class: className, profile } = server;
  const subject = { name, class: className, profile: profile ?? undefined };
  const { requirements } = loadCatalogue(suite);
  const { timeoutMs = 10_000, insecure = false, headers = {} } = clientSettings(options);
  const { signal, givingUp, release } = listenForStop(environment);
  try {
    const { leftovers } = await runSession(
      {
        ...{ suite, parameters: options.parameters, seed: report.seed, numbersFrom: 0 },
        ...{ concurrency: oneAtATime, timeoutMs, insecure, headers },
        marker: `touchstone-${randomBytes(4).toString('hex')}`,
        requirements: requirements.filter(({ id }) => id === row.id),
        target: { ...subject, baseUrl, credentials: options.credentials, isDisposable: false },
      },
      {
        ...{ signal, givingUp },
        onRecord: (record) => {
          cases.push(describeCase(record, row.level, { insecure, redact }));
        },
      },
    );
    return { cases: cases.sort(byPlace), left: groupLeftovers(leftovers) };
  } finally {
    release();
  }
}
