/** Faults of the headers of answers. */
import type { ReceivedResponse } from '../../http/exchange.js';
import { type AnswerGroup, type FaultKind, inAnswers, kindOf } from './fault.js';

/** Headers of the connection, and those that servers add to every answer of their own accord. */
const ofServer = new Set([
  ...['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'age', 'via'],
  ...['server', 'x-powered-by', 'etag', 'vary', 'accept-ranges'],
]);

/** Headers that browsers read in the answer to a preflight only (Fetch standard, CORS protocol). */
const ofPreflight = /^access-control-(?:allow-(?:methods|headers)|max-age)$/;

function namesIn({ operation, exchanges }: AnswerGroup): readonly string[] {
  const names = exchanges.flatMap(({ response }) => response.headers.map(([name]) => name));
  const isEmpty = exchanges.every(({ response }) => response.body === '');
  const isSeen = (name: string) =>
    name === 'content-type'
      ? !isEmpty
      : operation.startsWith('OPTIONS ') || !ofPreflight.test(name);
  return [...new Set(names)].filter((name) => !ofServer.has(name) && isSeen(name)).sort();
}

function replaceHeader(
  response: ReceivedResponse,
  name: string,
  value: string,
): ReceivedResponse | undefined {
  if (!response.headers.some(([one]) => one === name)) return undefined;
  const headers = response.headers.map(
    (pair) => (pair[0] === name ? [name, value] : pair) as typeof pair,
  );
  return { ...response, headers };
}

export const headerKinds: readonly FaultKind[] = [
  kindOf('header-absent', 'a header of an answer is absent', (group) =>
    namesIn(group).map((name) =>
      inAnswers(group, name, `the header ${name} is absent`, ({ response }) => {
        const headers = response.headers.filter(([one]) => one !== name);
        return headers.length === response.headers.length ? undefined : { ...response, headers };
      }),
    ),
  ),
  // Any name is a challenge (RFC 9110 §11.6.1), so that no other WWW-Authenticate is wrong.
  kindOf('header-wrong', 'a header of an answer has another value', (group) =>
    namesIn(group)
      .filter((name) => name !== 'content-type' && name !== 'www-authenticate')
      .map((name) =>
        inAnswers(group, name, `the header ${name} has another value`, ({ response }) =>
          replaceHeader(response, name, 'other'),
        ),
      ),
  ),
  kindOf('media-type', 'an answer has another media type', (group) => {
    const isThere = namesIn(group).includes('content-type');
    const change = ({ response }: { readonly response: ReceivedResponse }) =>
      replaceHeader(response, 'content-type', 'application/octet-stream');
    const sentence = 'the media type is application/octet-stream';
    return isThere ? [inAnswers(group, 'content-type', sentence, change)] : [];
  }),
];
