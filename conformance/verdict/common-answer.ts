/** Targets that give every request the same kind of answer: the address is wrong, not the server. */

import type { DescribedExchange } from '../http/described-exchange.js';
import { isSafe } from '../http/exchange.js';
import { nameOperation } from './addressed-case.js';
import { type Case, splitExchanges } from './case.js';
import { isSuccess } from './decisive-requests.js';

type Answer = NonNullable<DescribedExchange['response']>;

/** With fewer answers, their likeness may be chance. */
const leastAnswers = 5;

/** What statuses mean when every answer has one; the first match counts. */
const meanings: readonly [status: RegExp, meaning: string][] = [
  [/404/, 'the base URL may lack a part of the path, or name another server'],
  [/401|403|407/, 'a credential may be missing, wrong or for another server'],
  [/429/, 'the server limits the number of requests'],
  [/5../, 'the server may be broken, or a proxy may stand in front of none'],
];

/**
 * Says what probably causes all failures when every answer is a redirect, an HTML page, or an error
 * with the same status. Undefined for different answers, and for few.
 */
export function explainCommonAnswer(exchanges: readonly DescribedExchange[]): string | undefined {
  const answers = answersIn(exchanges);
  const [first] = answers;
  if (first === undefined || answers.length < leastAnswers) return undefined;
  const haveAll = (test: (answer: Answer) => boolean) => answers.every(test);
  if (haveAll(isRedirect)) {
    return `Every answer was a redirect, the first one to ${headerIn(first, 'location')}: check the server at the address to which it redirects.`;
  }
  const status = String(first.status);
  const [, meaning] = meanings.find(([pattern]) => pattern.test(status)) ?? [];
  if (meaning !== undefined && haveAll((one) => one.status === first.status)) {
    return `Every answer was ${status}: ${meaning}.`;
  }
  if (!haveAll(isPage)) return undefined;
  return 'Every answer was an HTML page: the base URL may name a website, or a proxy in front of the server.';
}

/** A credential of the operator, and the status with which the target rejects it. */
export interface RejectedCredential {
  /** The variable that stands for it in reports: `TOUCHSTONE_API_KEY`. */
  readonly variable: string;
  readonly status: 401 | 403;
}

/**
 * Finds a credential that a failed case expects to be accepted, and that no operation accepts which
 * needs one: most likely it is mistyped, or that of another server.
 */
export function findRejectedCredential(cases: readonly Case[]): RejectedCredential | undefined {
  const exchanges = cases.flatMap((one) => one.exchanges);
  const successes = exchanges.filter((one) => isSuccess(one) && !isEarly(one));
  const open = new Set(
    successes.filter((one) => variablesIn(one).length === 0).map((one) => operationOf(one)),
  );
  const accepted = new Set(
    successes.filter((one) => !open.has(operationOf(one))).flatMap(variablesIn),
  );
  for (const one of cases) {
    const { decisive } = splitExchanges(one);
    const status = decisive?.response?.status;
    const isRejected = one.verdict === 'fail' && (status === 401 || status === 403);
    if (decisive === undefined || !isRejected) continue;
    const variable = variablesIn(decisive).find((name) => !accepted.has(name));
    if (variable !== undefined) return { variable, status };
  }
  return undefined;
}

/** The operation of an exchange, whatever resource it is about. */
function operationOf({ request: { method, url } }: DescribedExchange): string {
  return nameOperation(method, new URL(url), []);
}

/** The variables that stand for the whole of a credential in a request. */
function variablesIn({ request }: DescribedExchange): readonly string[] {
  const texts = [request.url, ...Object.values(request.headers)];
  return texts.flatMap((text) =>
    [...text.matchAll(/(?<=\$)TOUCHSTONE_\w+/g)].map(([name]) => name),
  );
}

function answersIn(exchanges: readonly DescribedExchange[]): readonly Answer[] {
  return exchanges.flatMap((one) => (one.response === null || isEarly(one) ? [] : [one.response]));
}

/** Servers answer OPTIONS and HEAD before they look at path and credential. */
function isEarly({ request: { method } }: DescribedExchange): boolean {
  return isSafe(method) && method !== 'GET';
}

function isRedirect(answer: Answer): boolean {
  return /^3/.test(String(answer.status)) && headerIn(answer, 'location') !== undefined;
}

function isPage(answer: Answer): boolean {
  return /^text\/html\b/i.test(headerIn(answer, 'content-type') ?? '');
}

function headerIn({ headers }: Answer, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
