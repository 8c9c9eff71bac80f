/** Examples for the description that a server has really sent: those of a recorded check. */
import type { OpenAPIV3_1 } from 'openapi-types';
import type { DescribedExchange } from '../conformance/http/described-exchange.js';
import type { Report } from '../conformance/report/model.js';

type Operation = OpenAPIV3_1.OperationObject;
type Response = OpenAPIV3_1.ResponseObject;

const methods = ['get', 'post', 'put', 'delete', 'options'] as const;
const json = 'application/json';

/** The description with the examples of its operations replaced, where the result has others. */
export function withRecordedExamples(
  description: OpenAPIV3_1.Document,
  report: Report,
): OpenAPIV3_1.Document {
  const exchanges = listExchanges(report);
  const document = structuredClone(description);
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods) {
      const operation = item?.[method];
      if (operation === undefined) continue;
      const own = exchanges.filter(
        ({ request }) => request.method === method.toUpperCase() && pathIn(request.url) === path,
      );
      fillResponses(operation, own, document);
      fillRequest(operation, own);
    }
  }
  return document;
}

/** What was judged and held, so that no example breaks a rule; the briefest first. */
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
    const response = structuredClone(resolve(given, document));
    const { example: _example, ...media } = response.content?.[json] ?? {};
    response.content = { ...response.content, [json]: { ...media, examples } };
    operation.responses = { ...operation.responses, [status]: response };
  }
}

function resolve(given: Response | OpenAPIV3_1.ReferenceObject, document: OpenAPIV3_1.Document) {
  if (!('$ref' in given)) return given;
  const [name = ''] = given.$ref.split('/').slice(-1);
  return document.components?.responses?.[name] as Response;
}

/** One of an answer for a row, one of an answer for all rows, when both have something in them. */
function* pickExamples(exchanges: readonly DescribedExchange[]) {
  for (const [name, isWanted] of [
    ['with id', (url: string) => /[?&]id=/.test(url)],
    ['without id', (url: string) => !/[?&]id=/.test(url)],
  ] as const) {
    const found = exchanges.find(({ request, response }) => {
      return isWanted(request.url) && hasContent(response?.body ?? '');
    });
    if (found === undefined) continue;
    const { method, url } = found.request;
    const summary = `${method} ${url.replace(/^\w+:\/\/[^/]+/, '')}`;
    yield [name, { summary, value: JSON.parse(found.response?.body ?? '') as unknown }] as const;
  }
}

function hasContent(body: string): boolean {
  const value = parse(body);
  if (typeof value !== 'object' || value === null) return false;
  const { data = value } = value as { data?: unknown };
  return Object.keys(data as object).length > 0;
}

function fillRequest(operation: Operation, exchanges: readonly DescribedExchange[]): void {
  const { requestBody } = operation;
  if (requestBody === undefined || '$ref' in requestBody) return;
  const accepted = exchanges.find(({ request, response }) => {
    return (response?.status ?? 500) < 300 && parse(request.body ?? '') !== undefined;
  });
  const media = requestBody.content[json];
  if (accepted === undefined || media === undefined) return;
  media.example = parse(accepted.request.body ?? '');
}

/** `undefined` for what is not JSON, such as a body that was cut. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
