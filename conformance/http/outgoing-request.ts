/** Requests on their way out: what is sent, and what reports show. */
import { isUtf8 } from 'node:buffer';
import { queryParameterOf } from '../../kit/query-header.js';
import type { RequestSpecification, SentRequest } from './exchange.js';
import type { StartGate } from './start-gate.js';
import { Payload } from './transport.js';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly sent: SentRequest;
  readonly payload: Payload;
}

/** Headers as written, by their names in lower case. */
export type Headers = ReadonlyMap<string, readonly [name: string, value: string]>;

/** Adds headers, which replace headers of the same name. */
export function addHeaders(headers: Headers, more: RequestSpecification['headers'] = {}): Headers {
  const merged = new Map(headers);
  for (const [name, value] of Object.entries(more)) merged.set(name.toLowerCase(), [name, value]);
  return merged;
}

/**
 * Builds a request from its specification.
 *
 * @param base the base URL, without a slash at its end
 * @param common headers that the specification may replace
 * @param gate lets the request leave together with others. Default: it leaves alone
 */
export function buildRequest(
  specification: RequestSpecification,
  base: string,
  common: Headers,
  gate?: StartGate,
): OutgoingRequest {
  const { method, path, query, headers: given } = specification;
  const { body, announced, breakOff } = bodyToSend(specification);
  const all = [...addHeaders(addHeaders(common, announced), given).values()];
  const carried = all.flatMap(([name, value]): [string, string][] => {
    const parameter = queryParameterOf(name);
    return parameter === undefined ? [] : [[parameter, value]];
  });
  const headers = Object.fromEntries(all.filter(([name]) => queryParameterOf(name) === undefined));
  const url = base + withQuery(path, [...(query ?? []), ...carried]);
  return {
    sent: { method, url, headers, ...describeBody(body) },
    payload: new Payload(headers, body, { breakOff, events: specification.events, gate }),
  };
}

/** The body as it is sent. */
interface BodyToSend {
  readonly body: string | Uint8Array | undefined;
  /** The header that states the length of the whole body. */
  readonly announced?: Readonly<Record<string, string>>;
  readonly breakOff?: string;
}

/** Cuts a body where the connection is to be closed; its whole length is announced. */
function bodyToSend({ body, breakOffAfter, headers = {} }: RequestSpecification): BodyToSend {
  if (body === undefined || breakOffAfter === undefined) return { body };
  const bytes = Buffer.from(body);
  const isChunked = Object.keys(headers).some((name) => /^transfer-encoding$/i.test(name));
  return {
    body: bytes.subarray(0, breakOffAfter),
    ...(isChunked ? {} : { announced: { 'Content-Length': String(bytes.length) } }),
    breakOff: `the scenario closed the connection after ${breakOffAfter} of ${bytes.length} bytes of the body`,
  };
}

function describeBody(
  body: string | Uint8Array | undefined,
): Pick<SentRequest, 'body' | 'encoding'> {
  if (body === undefined || typeof body === 'string') return { body };
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (isUtf8(bytes)) return { body: bytes.toString() };
  return { body: bytes.toString('base64'), encoding: 'base64' };
}

function withQuery(path: string, query: readonly (readonly [string, string])[]): string {
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  if (pairs.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}
