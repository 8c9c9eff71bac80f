/**
 * The content of answers: a row, a list or a page.
 *
 * A faulty target may put it inside an additional envelope. For each kind of answer, the requirement
 * about its shape fails then (`demandNoEnvelope`). All others read the content of the envelope, so the
 * envelope is one failure and hides no other fault.
 */
import { atEnvelope, demand, type Exchange, isObject, mismatch } from '../../conformance/index.js';
import { isId, isSuccess, jsonBodyOf } from './answers.js';

/** An object with one of these members is a row or a page itself. */
const memberNames = ['id', 'name', 'email', 'description', 'price', 'stock', 'pagination', 'total'];

/**
 * The body as a JSON value or, when a success contains a single object or array in an envelope, the
 * content of the envelope; undefined when the body is not JSON.
 */
export function contentOf(exchange: Exchange): unknown {
  const body = jsonBodyOf(exchange);
  const inside = isSuccess(exchange) ? insideOf(body, exchange) : undefined;
  return inside ?? body;
}

/** The content of an envelope; undefined without an envelope, or with several contents. */
function insideOf(body: unknown, exchange: Exchange): unknown {
  if (!isContainer(body)) return undefined;
  const isEnvelope = Array.isArray(body)
    ? isAboutOneRow(exchange)
    : !memberNames.some((name) => name in body);
  const inside = isEnvelope ? Object.values(body).filter(isContainer) : [];
  return inside.length === 1 ? inside[0] : undefined;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

function isAboutOneRow({ request }: Exchange): boolean {
  return request.method !== 'GET' || Boolean(new URL(request.url).searchParams.get('id'));
}

/** @throws Violation when the row, list or page of a success is inside an envelope */
export function demandNoEnvelope(exchange: Exchange): void {
  const body = jsonBodyOf(exchange);
  if (insideOf(body, exchange) === undefined) return;
  demand([mismatch(atEnvelope, 'none', body)], exchange);
}

/**
 * The list in an answer or a page: the member `data`, or else the only array. A `data` that is null or
 * a single row counts as a list of none or one. Undefined without a list.
 */
export function listIn(exchange: Exchange): readonly unknown[] | undefined {
  const content = contentOf(exchange);
  if (Array.isArray(content)) return content;
  if (!isObject(content)) return undefined;
  const arrays = Object.values(content).filter(Array.isArray);
  const { data = arrays.length === 1 ? arrays[0] : undefined } = content;
  return data === undefined ? undefined : [data ?? []].flat();
}

/** The id in an answer as a text; undefined when it is neither an integer nor a numeric text. */
export function idOf(exchange: Exchange): string | undefined {
  const content = contentOf(exchange);
  const id = isObject(content) ? content.id : undefined;
  return isId(id) ? String(id) : undefined;
}
