/** Replaces the examples of a description by those that a server sent in a recorded check. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { DescribedExchange } from '../conformance/http/described-exchange.js';
import { listOperations } from '../conformance/openapi/operations.js';
import type { Report } from '../conformance/report/model.js';
import { ContractDescription } from '../conformance/verdict/openapi-description.js';
import { follow } from './description.js';

type Operation = OpenAPIV3_1.OperationObject;

const json = 'application/json';

/** A copy of the description in which each operation has the examples that the result has for it. */
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

/** The recorded exchanges of each operation, by its name. */
function groupByOperation(
  report: Report,
  names: readonly string[],
): ReadonlyMap<string, DescribedExchange[]> {
  const prefixes = report.target.servers.flatMap(({ url }) =>
    url === null || !URL.canParse(url) ? [] : [new URL(url).pathname.replace(/\/+$/, '')],
  );
  const described = new ContractDescription(
    names.map((operation) => ({ operation, answers: [] })),
    prefixes,
  );
  const groups = new Map<string, DescribedExchange[]>();
  for (const exchange of listExchanges(report)) {
    const { method, url } = exchange.request;
    const name = described.find(method, pathIn(url))?.operation;
    if (name === undefined) continue;
    groups.set(name, [...(groups.get(name) ?? []), exchange]);
  }
  return groups;
}

/** The exchanges of passed requirements, which break no rule; the shortest answers first. */
function listExchanges({ requirements }: Report): DescribedExchange[] {
  return requirements
    .filter(({ level, verdict }) => level === 'must' && verdict === 'pass')
    .flatMap(({ cases }) => cases.flatMap(({ exchanges }) => exchanges))
    .sort((a, b) => lengthOf(a) - lengthOf(b));
}

function lengthOf({ response }: DescribedExchange): number {
  return response?.body.length ?? 0;
}

function pathIn(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '').replace(/\?.*$/, '');
}

function fillResponses(
  operation: Operation,
  exchanges: readonly DescribedExchange[],
  document: OpenAPIV3_1.Document,
): void {
  for (const [status, given] of Object.entries(operation.responses ?? {})) {
    const answered = exchanges.filter(({ response }) => String(response?.status) === status);
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
function* pickExamples(exchanges: readonly DescribedExchange[]) {
  for (const [name, hasQuery] of [
    ['with query', true],
    ['without query', false],
  ] as const) {
    const found = exchanges.find(({ request, response }) => {
      return request.url.includes('?') === hasQuery && hasContent(response?.body ?? '');
    });
    if (found === undefined) continue;
    const { method, url } = found.request;
    const summary = `${method} ${url.replace(/^\w+:\/\/[^/]+/, '')}`;
    yield [name, { summary, value: JSON.parse(found.response?.body ?? '') as unknown }] as const;
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
  exchanges: readonly DescribedExchange[],
  document: OpenAPIV3_1.Document,
): void {
  const stated = follow<OpenAPIV3_1.RequestBodyObject>(document, operation.requestBody);
  if (stated === undefined) return;
  const accepted = exchanges.find(({ request, response }) => {
    return (response?.status ?? 500) < 300 && parse(request.body ?? '') !== undefined;
  });
  const { examples: _examples, ...media } = stated.content[json] ?? {};
  if (accepted === undefined || stated.content[json] === undefined) return;
  const example = parse(accepted.request.body ?? '');
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
