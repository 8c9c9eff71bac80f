/**
 * What answers about users and products hold: a row, a list or a page.
 *
 * A faulty target may put it inside an envelope that the specification does not have. For each kind
 * of answer one requirement states the shape, and fails then (`demandNoEnvelope`). All others read
 * what is inside, so that the envelope is one failure and hides no other fault.
 */
import { demand, type Exchange, isObject, mismatch } from '../../../conformance/index.js';
import { isId, isSuccess, jsonBodyOf } from '../../answers.js';

/** An object that has one of these is a row or a page itself, whatever else it has. */
const memberNames = ['id', 'name', 'email', 'description', 'price', 'stock', 'pagination', 'total'];

/**
 * The body as a JSON value or, where a success holds nothing but one object or array within another
 * one, what is inside; undefined when the body is not JSON.
 */
export function contentOf(exchange: Exchange): unknown {
  const body = jsonBodyOf(exchange);
  const inside = isSuccess(exchange) ? insideOf(body, exchange) : undefined;
  return inside ?? body;
}

/** What an envelope holds; undefined where there is none, or more than one thing in it. */
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

/**
 * Judges that the body of a success is the row, the list or the page itself.
 *
 * @throws Violation when that is inside an envelope
 */
export function demandNoEnvelope(exchange: Exchange): void {
  const body = jsonBodyOf(exchange);
  if (insideOf(body, exchange) === undefined) return;
  demand([mismatch('the envelope of the body', 'none', body)]);
}

/**
 * The list in an answer, or that of a page: what is called `data`, or else the only array. A member
 * `data` that is null or a row stands for a list of none or one. Undefined when there is no list.
 */
export function listIn(exchange: Exchange): readonly unknown[] | undefined {
  const content = contentOf(exchange);
  if (Array.isArray(content)) return content;
  if (!isObject(content)) return undefined;
  const arrays = Object.values(content).filter(Array.isArray);
  const { data = arrays.length === 1 ? arrays[0] : undefined } = content;
  return data === undefined ? undefined : [data ?? []].flat();
}

/** The id in an answer, an integer or a numeric text, as it goes into the query string. */
export function idOf(exchange: Exchange): string | undefined {
  const content = contentOf(exchange);
  const id = isObject(content) ? content.id : undefined;
  return isId(id) ? String(id) : undefined;
}
