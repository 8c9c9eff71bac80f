/** Sends the requests of a recorded case once more. */
import type { DescribedExchange } from '../http/described-exchange.js';
import { type Client, type Exchange, jsonOf, type RequestSpecification } from '../http/exchange.js';
import { type Redact, type Restore, redactDeep } from '../http/redact.js';
import { TargetFailure } from '../outcomes.js';
import { pathOf } from '../report/failures.js';
import type { CaseResult } from '../report/model.js';
import type { CreatedRow } from '../scenarios/scenario-run.js';
import type { RowLedger } from '../sessions/ledger.js';
import { UsageError } from '../usage-error.js';
import { isObject } from '../verdict/compare.js';
import { type Difference, findDifferences, isCut } from './differences.js';

/** What is needed to repeat requests. */
export interface ReplayTools {
  readonly client: Client;
  readonly restore: Restore;
  readonly redact: Redact;
  /** Names, in lower case, of headers that the client sends by itself, whatever was recorded. */
  readonly givenHeaders: ReadonlySet<string>;
  /** Gets the rows that the repeated requests make. */
  readonly ledger: RowLedger;
  /** The URL that the report names; `null` when there was another one for each profile. */
  readonly recordedUrl: string | null;
  /** Stands in the texts of the rows that the recorded bodies make. */
  readonly marker: string;
}

/** One request that was repeated; all texts are without secrets. */
export interface RepeatedExchange {
  readonly method: string;
  readonly path: string;
  /** `null` when there was no answer, now or then. */
  readonly status: number | null;
  readonly differences: readonly Difference[];
}

/** Whether a text still has a variable in the place of a secret that nobody gave. */
const unknownSecret = /\$\{?TOUCHSTONE_(\w+)/;

/**
 * Repeats a case from its first request to its last. A row that is made anew has another id: what
 * the recorded requests say of the old one is said of the new one.
 *
 * @throws UsageError when a request cannot be repeated as it was.
 */
export async function repeatCase(one: CaseResult, tools: ReplayTools): Promise<RepeatedExchange[]> {
  const ids = new Map<string, string>();
  const plan = one.exchanges.map((recorded) => ({
    recorded,
    request: readRequest(recorded, tools),
  }));
  const repeated: RepeatedExchange[] = [];
  for (const { recorded, request } of plan) {
    repeated.push(await repeatOne(recorded, withNewId(request, ids), ids, tools));
  }
  return repeated;
}

function readRequest({ request }: DescribedExchange, tools: ReplayTools): RequestSpecification {
  const { method, url, headers, body } = request;
  const { restore, recordedUrl, givenHeaders } = tools;
  const line = `${method} ${pathOf(url)}`;
  if (body !== null && isCut(body)) {
    throw new UsageError(`${line} cannot be repeated: the report has only the start of its body.`);
  }
  const path = recordedUrl === null ? pathOf(url) : url.slice(recordedUrl.length);
  const asJson = (secret: string) => JSON.stringify(secret).slice(1, -1);
  const kept = Object.entries(headers).filter(([name]) => !givenHeaders.has(name.toLowerCase()));
  const specification = {
    method,
    path: restore(path, encodeURIComponent),
    headers: Object.fromEntries(kept.map(([name, value]) => [name, restore(value)])),
    ...(body === null ? {} : { body: restore(body, asJson) }),
  };
  const [, variable] = unknownSecret.exec(JSON.stringify(specification)) ?? [];
  if (variable !== undefined) {
    if (/_IN_(BASE64|HEX)$/.test(variable)) {
      throw new UsageError(
        `${line} cannot be repeated: the report has only a part of a credential.`,
      );
    }
    throw new UsageError(`${line} cannot be repeated without ${optionFor(variable)}.`);
  }
  return specification;
}

/** The option that gives what a variable stands for in a report. */
function optionFor(variable: string): string {
  const flag = variable
    .replace(/_(BASE64|HEX)$/, '')
    .toLowerCase()
    .replaceAll('_', '-');
  return flag.startsWith('header-') ? `--header '${flag.slice(7)}: …'` : `--${flag}`;
}

const rowAddress = /^(\/api\/(users|products)\?(?:.*&)?id=)([^&]*)/;

/** Each number in the id is said of the new row, also where it stands within another text. */
function withNewId(
  request: RequestSpecification,
  ids: ReadonlyMap<string, string>,
): RequestSpecification {
  const [before, start = '', resource, id = ''] = rowAddress.exec(request.path) ?? [];
  if (before === undefined) return request;
  const newId = id.replace(/(?<!%)\d+/g, (number) => ids.get(`${resource} ${number}`) ?? number);
  return { ...request, path: start + newId + request.path.slice(before.length) };
}

/**
 * Makes sure that a request changes no row but one that the replay has made: the recorded row is
 * gone, and its id may belong to somebody else by now.
 *
 * @throws UsageError when a row that the request names is not shown to be such a one
 */
async function checkOwn(
  request: RequestSpecification,
  { client, marker }: ReplayTools,
): Promise<void> {
  const [, , resource, id = ''] = rowAddress.exec(request.path) ?? [];
  if (resource === undefined || request.method === 'GET' || request.method === 'HEAD') return;
  const { headers = {} } = request;
  for (const number of new Set(decodeURIComponent(id).match(/\d+/g))) {
    const query = [['id', String(BigInt(number))]] as const;
    const read = { method: 'GET', path: `/api/${resource}`, query, headers };
    const { status, body } = (await client.send(read)).response;
    if (status === 404 || body.includes(marker)) continue;
    throw new UsageError(
      `${request.method} ${request.path} was not sent: nothing shows the row ${number} to be made by this replay.`,
    );
  }
}

async function repeatOne(
  recorded: DescribedExchange,
  request: RequestSpecification,
  ids: Map<string, string>,
  tools: ReplayTools,
): Promise<RepeatedExchange> {
  const { client, ledger, redact } = tools;
  const { method, path } = request;
  const shown = { method, path: redact(path) };
  const failure = { path: 'answer', recorded: recorded.failure ?? 'an answer' };
  try {
    await checkOwn(request, tools);
    const exchange = await client.send(request);
    noteNewRow(recorded, exchange, ids, ledger);
    const { status } = exchange.response;
    if (recorded.response === null) {
      return { ...shown, status, differences: [{ ...failure, now: `an answer of ${status}` }] };
    }
    const now = redactDeep(exchange.response, redact);
    const differences = findDifferences(recorded.response, now);
    return { ...shown, status, differences: differences.filter((one) => !isDueToTime(one, ids)) };
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error;
    const now = redact(error.message);
    const isSame = now === recorded.failure;
    return { ...shown, status: null, differences: isSame ? [] : [{ ...failure, now }] };
  }
}

const time = /^"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[^"]*"$/;

/** New rows have other ids, and what is done later is done at another time. */
function isDueToTime(
  { path, recorded, now }: Difference,
  ids: ReadonlyMap<string, string>,
): boolean {
  if (time.test(recorded) && time.test(now)) return true;
  const unquoted = (text: string) => text.replaceAll('"', '');
  const isNewId = (resource: string) => {
    return ids.get(`${resource} ${unquoted(recorded)}`) === unquoted(now);
  };
  const isSameType = recorded.startsWith('"') === now.startsWith('"');
  return path.endsWith('.id') && isSameType && ['users', 'products'].some(isNewId);
}

function noteNewRow(
  { request, response }: DescribedExchange,
  exchange: Exchange,
  ids: Map<string, string>,
  ledger: RowLedger,
): void {
  const [, name] = /\/api\/(users|products)$/.exec(request.url) ?? [];
  const resource = (['users', 'products'] as const).find((one) => one === name);
  if (request.method !== 'POST' || resource === undefined) return;
  const id = idIn(exchange.response.body, exchange.response.malformedAt);
  if (id === undefined) return;
  const row: CreatedRow = { resource, id };
  ledger.add(row);
  const recordedId = response === null ? undefined : idIn(response.body);
  if (recordedId !== undefined) ids.set(`${resource} ${recordedId}`, id);
}

function idIn(body: string, malformedAt?: number): string | undefined {
  const value = jsonOf({ status: 0, headers: [], body, malformedAt })?.value;
  const id = isObject(value) ? value.id : undefined;
  return ['number', 'bigint', 'string'].includes(typeof id) ? String(id) : undefined;
}
