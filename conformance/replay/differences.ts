/** How an answer differs from the one that was recorded. */
import type { DescribedExchange } from '../http/described-exchange.js';
import { jsonOf, type ReceivedResponse } from '../http/exchange.js';
import { writeJson } from '../http/json.js';
import { isObject, render } from '../verdict/compare.js';

/** One place in which two answers differ, with both values as text. */
export interface Difference {
  readonly path: string;
  readonly recorded: string;
  readonly now: string;
}

type RecordedResponse = NonNullable<DescribedExchange['response']>;

/** These differ from answer to answer, or follow from the body and the connection. */
const fleeting = new Set(['connection', 'content-length', 'date', 'etag', 'keep-alive']);

/** What a report adds to a body that it has cut. */
const cut = /… \(\d+ more characters\)$/;

/** All differences of status, headers and body. A body that was cut is compared up to there. */
export function findDifferences(recorded: RecordedResponse, now: ReceivedResponse): Difference[] {
  return [
    ...differ('status', recorded.status, now.status),
    ...differInHeaders(recorded.headers, now.headers),
    ...differInBody(recorded.body, now),
  ];
}

/** Whether a text of a report is not the whole one. */
export function isCut(text: string): boolean {
  return cut.test(text);
}

function differ(path: string, recorded: unknown, now: unknown): Difference[] {
  if (Array.isArray(recorded) && Array.isArray(now)) return differInArrays(path, recorded, now);
  if (isObject(recorded) && isObject(now)) {
    const names = new Set([...Object.keys(recorded), ...Object.keys(now)]);
    return [...names].flatMap((name) => differ(`${path}.${name}`, recorded[name], now[name]));
  }
  const [before, after] = [render(recorded), render(now)];
  const isSame = writeJson({ value: recorded }) === writeJson({ value: now });
  return isSame ? [] : [{ path, recorded: before, now: after }];
}

function differInArrays(
  path: string,
  recorded: readonly unknown[],
  now: readonly unknown[],
): Difference[] {
  if (recorded.length !== now.length) return differ(`${path}.length`, recorded.length, now.length);
  return recorded.flatMap((item, index) => differ(`${path}[${index}]`, item, now[index]));
}

type Headers = readonly (readonly [name: string, value: string])[];

function differInHeaders(recorded: Headers, now: Headers): Difference[] {
  const [before, after] = [collect(recorded), collect(now)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differ(`header ${name}`, before[name], after[name]));
}

function collect(headers: Headers): Record<string, string> {
  const collected = new Map<string, string>();
  for (const [name, value] of headers) {
    if (fleeting.has(name)) continue;
    const earlier = collected.get(name);
    collected.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(collected);
}

function differInBody(recorded: string, now: ReceivedResponse): Difference[] {
  if (isCut(recorded)) {
    const start = recorded.replace(cut, '');
    return differ('body', start, now.body.slice(0, start.length));
  }
  const [before, after] = [jsonOf({ ...now, body: recorded }), jsonOf(now)];
  if (before === undefined || after === undefined) return differ('body', recorded, now.body);
  return differ('body', before.value, after.value);
}
