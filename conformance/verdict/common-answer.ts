/** Targets that give every request the same kind of answer: the address is wrong, not the server. */

import type { DescribedExchange } from '../http/described-exchange.js';
import { isSafe } from '../http/exchange.js';

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

/** Servers answer OPTIONS and HEAD before they look at the path. */
function answersIn(exchanges: readonly DescribedExchange[]): readonly Answer[] {
  return exchanges.flatMap(({ request, response }) => {
    const isEarly = isSafe(request.method) && request.method !== 'GET';
    return response === null || isEarly ? [] : [response];
  });
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
