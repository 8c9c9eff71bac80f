/** Judges a failed requirement again and compares the outcome with the recorded failure. */

import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { escapeHidden } from '../../kit/words.js';
import { listenForStop } from '../check/stop-signals.js';
import { createMarker } from '../creations/marker.js';
import { oneAtATime } from '../http/concurrency-limit.js';
import type { KeptExchange } from '../http/described-exchange.js';
import { createRedactor, reachOf, redactDeep } from '../http/secrets/redact.js';
import { secretsIn } from '../http/secrets/secrets.js';
import type { CaseResult, Report, RequirementResult, ServerResult } from '../report/model.js';
import { groupLeftovers } from '../report/queries.js';
import { urlOf } from '../servers/target.js';
import {
  clientSettings,
  type ServerOptions,
  type TargetOptions,
} from '../servers/target-options.js';
import { IssuedSecrets } from '../sessions/issued-secrets.js';
import { runSession } from '../sessions/session.js';
import type { Session } from '../sessions/session-input.js';
import { loadCatalogue } from '../suite/requirements.js';
import { type Suite, sectionSign } from '../suite/suite.js';
import { byPlace, type Case, describeCase, keepCase } from '../verdict/case.js';
import { concludeReplay, describeReplay } from './describe.js';

/** The input of a replay. */
export interface ReplayInput {
  readonly suite: Suite;
  readonly row: RequirementResult;
  readonly report: Report;
  readonly options: TargetOptions & Pick<ServerOptions, 'disposable'>;
  readonly environment: Environment;
}

/**
 * The recorded row of a failed requirement.
 *
 * @throws UsageError when it has no failure to repeat
 */
export function findFailure(report: Report, id: string): RequirementResult {
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

/**
 * Runs the scenarios of the requirement again and prints each case with its outcome.
 *
 * @returns the exit code: 0 fixed, 1 still broken, 2 a mistake in the suite, 3 cannot say, 4 a
 *   defect of the harness
 * @throws UsageError when the server's address is missing
 */
export async function replay(input: ReplayInput): Promise<number> {
  const { row, report, environment } = input;
  const { stdout } = environment;
  const write = (text: string) => stdout.write(`${escapeHidden(text)}\n`);
  write(`${row.id} ${sectionSign(row.section)}`.trimEnd());
  write(row.statement);
  const wrong = row.cases.filter(wentWrong);
  const names = new Set(wrong.map(({ server }) => server));
  const again: Case[] = [];
  for (const server of report.target.servers.filter(({ name }) => names.has(name))) {
    const { cases, left } = await judgeAgain(server, input);
    for (const one of cases) write(describeReplay(one, wrong, !isDerived(one, input.suite)));
    for (const { name, reason } of left) write(`  Left behind: ${name} (${reason})`);
    again.push(...cases);
  }
  const { sentence, exitCode } = concludeReplay(again, wrong);
  write(`\n${sentence}`);
  return exitCode;
}

/** Whether the feature of a case is in no file. */
function isDerived({ feature }: Case, { derived }: Suite): boolean {
  return derived?.features.some(({ path }) => path === feature) ?? false;
}

interface JudgedAgain {
  readonly cases: readonly Case[];
  readonly left: ReturnType<typeof groupLeftovers>;
}

/** Runs the scenarios of the requirement against one server; the result contains no secrets. */
async function judgeAgain(
  server: ServerResult,
  { suite, row, report, options, environment }: ReplayInput,
): Promise<JudgedAgain> {
  const baseUrl = urlOf(options, server, suite) ?? server.url;
  if (baseUrl === null) {
    throw new UsageError('Give --base-url: the server ended with the check.');
  }
  const { credentials, disposable, parameters } = options;
  const secrets = secretsIn(options, suite);
  const issued = new IssuedSecrets(suite);
  const cases: Case<KeptExchange>[] = [];
  const { name, class: className, profile } = server;
  const target = { name, class: className, profile: profile ?? undefined };
  const { requirements } = loadCatalogue(suite);
  const settings = clientSettings(options);
  const { signal, givingUp, release } = listenForStop(environment);
  const session: Session = {
    ...{ ...settings, target, suite, parameters, seed: report.seed, numbersFrom: 0 },
    ...{ concurrency: oneAtATime, secrets },
    marker: createMarker(),
    requirements: requirements.filter(({ id }) => id === row.id),
  };
  try {
    const there = { ...target, baseUrl, credentials, isDisposable: disposable };
    const { leftovers } = await runSession(session, there, {
      ...{ signal, givingUp },
      onIssued: (values) => issued.add(values),
      onCase: (one) => cases.push(keepCase(one, row.level, reachOf(secrets))),
    });
    const redact = createRedactor([...secrets, ...issued.all]);
    const style = { connection: settings.connection, redact };
    const described = cases.sort(byPlace).map((one) => describeCase(one, style));
    return { cases: described, left: groupLeftovers(redactDeep(leftovers, redact)) };
  } finally {
    release();
  }
}
