/** Faults of checks that the target leaves out: of credentials, and of what is sent. */

import { renumber } from '../../creations/marker.js';
import { isSafe, type SentRequest } from '../../http/exchange.js';
import {
  type AnswerGroup,
  type FaultKind,
  type FaultSource,
  inRequests,
  isSuccess,
  kindOf,
  type RequestChange,
  type SeenExchange,
} from './fault.js';
import { changesOnlyOwn } from './resources.js';

/** The exchange of an operation that succeeded first. */
function exampleOf({ operation }: AnswerGroup, { groups }: FaultSource): SeenExchange | undefined {
  const accepted = groups.filter((one) => one.operation === operation && isSuccess(one.status));
  return accepted[0]?.exchanges[0];
}

/** Passes on another request in place of one that the target rejects, where that does no harm. */
function accepting(
  { marker, isDisposable }: FaultSource,
  status: number,
  change: (request: SentRequest) => SentRequest,
): RequestChange {
  return {
    applies: (seen, before) =>
      isSafe(seen.request.method) ||
      isDisposable ||
      changesOnlyOwn({ ...seen, request: change(seen.request) }, before, marker),
    perform: async ({ request }, _before, forward) => {
      const sound = await forward(request);
      if (sound.status !== status) return { response: sound, answered: [sound] };
      const response = await forward(change(request));
      return { response, answered: [response], sound };
    },
  };
}

const isOneOf = (names: ReadonlySet<string>) => (pair: readonly [string, string]) =>
  names.has(pair[0].toLowerCase());

/** The request with the credentials of another one. */
function withCredentials(
  request: SentRequest,
  { request: example }: SeenExchange,
  { credentialHeaders, credentials }: FaultSource,
): SentRequest {
  const isCredential = isOneOf(credentialHeaders);
  const own = Object.entries(request.headers).filter((pair) => !isCredential(pair));
  const good = Object.entries(example.headers).filter(isCredential);
  const url = new URL(request.url);
  for (const [name, value] of new URL(example.url).searchParams) {
    if (credentials.includes(value)) url.searchParams.set(name, value);
  }
  return { ...request, url: url.href, headers: Object.fromEntries([...own, ...good]) };
}

/** Whether a request carries credentials. */
function hasCredentials(
  { headers, url }: SentRequest,
  { credentialHeaders, credentials }: FaultSource,
): boolean {
  const values = [...new URL(url).searchParams.values()];
  return (
    Object.entries(headers).some(isOneOf(credentialHeaders)) ||
    values.some((value) => credentials.includes(value))
  );
}

/** The numbers after the marker in texts of repaired requests, which no other request has. */
let repaired = 0;

/** The body of an accepted request, with unique texts of its own. */
function freshBody(body: string | undefined, marker: string): string | undefined {
  repaired += 1;
  return body === undefined ? undefined : renumber(body, marker, 9_000_000 + repaired);
}

/** The request with the body of one that was accepted. */
function withBodyOf(request: SentRequest, example: SeenExchange, marker: string): SentRequest {
  const isType = isOneOf(new Set(['content-type', 'content-length', 'content-encoding']));
  const own = Object.entries(request.headers).filter((pair) => !isType(pair));
  const type = Object.entries(example.request.headers).filter(isType);
  const headers = Object.fromEntries([...own, ...type]);
  return { ...request, headers, body: freshBody(example.request.body, marker) };
}

export const checkKinds: readonly FaultKind[] = [
  kindOf(
    'credentials-ignored',
    'a request with missing or wrong credentials is accepted',
    (group, source) => {
      const example = exampleOf(group, source);
      if (example === undefined || ![401, 403].includes(group.status)) return [];
      if (!hasCredentials(example.request, source)) return [];
      const repair = (request: SentRequest) => withCredentials(request, example, source);
      const sentence = 'missing and wrong credentials are accepted';
      return [inRequests(group, '', sentence, accepting(source, group.status, repair))];
    },
  ),
  kindOf('credentials-refused', 'good credentials are refused', (group, source) => {
    if (!isSuccess(group.status)) return [];
    const refusals = source.groups.filter(
      (one) => one.operation === group.operation && one.status === 401,
    );
    const headers = [['content-type', 'application/json']] as const;
    const plain = {
      status: 401,
      headers,
      body: '{"error":"Unauthorized"}',
      malformedAt: undefined,
    };
    const response = refusals[0]?.exchanges[0]?.response ?? plain;
    if (!group.exchanges.some(({ request }) => hasCredentials(request, source))) return [];
    return [
      inRequests(group, '', 'good credentials are refused', {
        applies: ({ request }) => hasCredentials(request, source),
        perform: async () => ({ response, answered: [] }),
      }),
    ];
  }),
  kindOf('validation-skipped', 'an invalid body is accepted', (group, source) => {
    const example = exampleOf(group, source);
    if (example?.request.body === undefined || ![400, 422].includes(group.status)) return [];
    const repair = (request: SentRequest) => withBodyOf(request, example, source.marker);
    const sentence = 'an invalid body is accepted';
    return [inRequests(group, '', sentence, accepting(source, group.status, repair))];
  }),
];
