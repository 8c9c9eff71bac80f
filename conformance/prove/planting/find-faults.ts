/** Makes faults from a recording and the OpenAPI description. */
import { withoutQuery } from '../../http/exchange.js';
import { secretsOf } from '../../http/secrets/secrets.js';
import type { OpenTarget } from '../../servers/target.js';
import type { Session } from '../../sessions/session-input.js';
import { conformanceClassOf, type Suite } from '../../suite/suite.js';
import { ContractCheck } from '../../verdict/openapi-check.js';
import { loadContractDescription } from '../../verdict/openapi-description.js';
import {
  type AnswerGroup,
  type Fault,
  type FaultSource,
  nameOfFault,
  type SeenExchange,
} from '../faults/fault.js';
import { faultKinds } from '../faults/kinds.js';
import type { RecordedScenario } from './recording.js';

/** Headers that carry credentials besides those that a suite declares. */
const usualHeaders = ['authorization', 'cookie'];

/** The headers that carry credentials, in lower case. */
export function credentialHeadersOf({ credentials }: Suite): ReadonlySet<string> {
  const declared = credentials.flatMap(({ header }) => header?.name.toLowerCase() ?? []);
  return new Set([...usualHeaders, ...declared]);
}

/** All faults of the kinds in the table, each once. */
export function findFaults(
  scenarios: readonly RecordedScenario[],
  { suite, marker, target }: Session,
  { baseUrl, credentials, isDisposable }: OpenTarget,
): readonly Fault[] {
  const source: FaultSource = {
    ...{ groups: groupAnswers(scenarios), statusesOf: documentedStatuses(suite.openapi) },
    isForbidden: (seen) => deviates(seen, suite.openapi, baseUrl),
    credentialHeaders: credentialHeadersOf(suite),
    credentials: secretsOf(credentials, suite).map(({ value }) => value),
    template: conformanceClassOf(suite, target.class).path,
    ...{ marker, isDisposable },
  };
  const faults = faultKinds.flatMap(({ find }) => find(source));
  return [...new Map(faults.map((one) => [nameOfFault(one), one])).values()];
}

function groupAnswers(scenarios: readonly RecordedScenario[]): readonly AnswerGroup[] {
  const groups = new Map<string, AnswerGroup & { exchanges: AnswerGroup['exchanges'][number][] }>();
  for (const seen of scenarios.flatMap(({ exchanges }) => exchanges)) {
    const { operation, response } = seen;
    const key = `${operation} ${response.status}`;
    const group = groups.get(key) ?? { operation, status: response.status, exchanges: [] };
    group.exchanges.push(seen);
    groups.set(key, group);
  }
  return [...groups.values()].sort(byName);
}

function byName(a: AnswerGroup, b: AnswerGroup): number {
  if (a.operation !== b.operation) return a.operation < b.operation ? -1 : 1;
  return a.status - b.status;
}

function deviates(
  { request, response }: SeenExchange,
  openapi: string | undefined,
  baseUrl: string,
): boolean {
  const check = new ContractCheck(openapi);
  check.add({ request, response, durationMs: 0 }, baseUrl);
  return check.findings.deviations.length > 0;
}

/** The statuses of an operation that the description states; its name may end in a parameter. */
function documentedStatuses(openapi: string | undefined): FaultSource['statusesOf'] {
  const operations = openapi === undefined ? [] : loadContractDescription(openapi).operations;
  const statuses = new Map(
    operations.map(({ operation, answers }) => [
      operation,
      answers.map(({ status }) => Number(status)).filter(Number.isInteger),
    ]),
  );
  return (operation) => statuses.get(withoutQuery(operation)) ?? [];
}
