/** Replaces the examples of a description by recorded exchanges of a check. */

import type { OpenAPIV3_1 } from 'openapi-types';
import type { DescribedExchange } from '../conformance/http/described-exchange.js';
import { listOperations } from '../conformance/openapi/operations.js';
import type { Report } from '../conformance/report/model.js';
import { ContractDescription } from '../conformance/verdict/openapi-description.js';
import { groupBy } from '../kit/collections.js';
import { follow } from './description.js';

type Operation = OpenAPIV3_1.OperationObject;

const json = 'application/json';

/** A copy of the description whose operations have the examples of the result. */
export function withRecordedExamples(
  description: OpenAPIV3_1.Document,
  report: Report,
): OpenAPIV3_1.Document {
  const document = structuredClone(description);
  const operations = nameOperations(document);
  const exchanges = groupByOperation(report, [...operations.keys()]);
  for (const [name, operation] of operations) {
    const own = exchanges.get(name) ?? [];
    fillResponses(operation, own, document);
    fillRequest(operation, own, document);
  }
  return document;
}

/** The operations by their names: `GET /todos/{id}`. */
function nameOperations(document: OpenAPIV3_1.Document): ReadonlyMap<string, Operation> {
  return new Map(
    listOperations(document).map(({ method, path, operation }) => [`${method} ${path}`, operation]),
  );
}

/** An exchange that the target has answered. */
type Answered = DescribedExchange & {
  readonly response: NonNullable<DescribedExchange['response']>;
};

/** The recorded exchanges by the names of their operations; undefined for no operation. */
function groupByOperation(
  report: Report,
  names: readonly string[],
): ReadonlyMap<string | undefined, readonly Answered[]> {
  const prefixes = report.target.servers.flatMap(({ url }) =>
    url === null || !URL.canParse(url) ? [] : [new URL(url).pathname.replace(/\/+$/, '')],
  );
  const described = new ContractDescription(
    names.map((operation) => ({ operation, answers: [] })),
    prefixes,
  );
  return groupBy(
    listExchanges(report),
    ({ request: { method, url } }) => described.find(method, pathIn(url))?.operation,
  );
}

/** The exchanges of passed requirements, which break no rule; the shortest answers first. */
function listExchanges({ requirements }: Report): Answered[] {
  return requirements
    .filter(({ level, verdict }) => level === 'must' && verdict === 'pass')
    .flatMap(({ cases }) => cases.flatMap(({ exchanges }) => exchanges))
    .filter((one): one is Answered => one.response !== null)
    .sort((a, b) => a.response.body.length - b.response.body.length);
}

function pathIn(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '').replace(/\?.*$/, '');
}

function fillResponses(
  operation: Operation,
  exchanges: readonly Answered[],
  document: OpenAPIV3_1.Document,
): void {
  for (const [status, given] of Object.entries(operation.responses ?? {})) {
    const answered = exchanges.filter(({ response }) => String(response.status) === status);
    const examples = Object.fromEntries(pickExamples(answered));
    if (Object.keys(examples).length === 0) continue;
    const stated = follow<OpenAPIV3_1.ResponseObject>(document, given);
    if (stated === undefined) continue;
    const { example: _example, ...media } = stated.content?.[json] ?? {};
    const content = { ...stated.content, [json]: { ...media, examples } };
    operation.responses = { ...operation.responses, [status]: { ...stated, content } };
  }
}

/** One example of a request with a query and one without, if their answers have content. */
function* pickExamples(exchanges: readonly Answered[]) {
  for (const [name, hasQuery] of [
    ['with query', true],
    ['without query', false],
  ] as const) {
    const found = exchanges.find(({ request, response }) => {
      return request.url.includes('?') === hasQuery && hasContent(response.body);
    });
    if (found === undefined) continue;
    const { method, url } = found.request;
    const summary = `${method} ${url.replace(/^\w+:\/\/[^/]+/, '')}`;
    yield [name, { summary, value: JSON.parse(found.response.body) as unknown }] as const;
  }
}

function hasContent(body: string): boolean {
  const value = parse(body);
  return isStructure(value) && Object.keys(isStructure(value.data) ? value.data : value).length > 0;
}

/** Whether a value is an object or an array. */
function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function fillRequest(
  operation: Operation,
  exchanges: readonly Answered[],
  document: OpenAPIV3_1.Document,
): void {
  const stated = follow<OpenAPIV3_1.RequestBodyObject>(document, operation.requestBody);
  const described = stated?.content[json];
  const example = exchanges
    .filter(({ response }) => response.status < 300)
    .map(({ request: { body } }) => (body === null ? undefined : parse(body)))
    .find((value) => value !== undefined);
  if (stated === undefined || described === undefined || example === undefined) return;
  const { examples: _examples, ...media } = described;
  operation.requestBody = {
    ...stated,
    content: { ...stated.content, [json]: { ...media, example } },
  };
}

/** Undefined for a body that is not JSON, such as a shortened one. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
