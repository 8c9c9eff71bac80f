/** Faults of requests that change something: they are swallowed, repeated, or hit another resource. */
import { asObject, type Json } from '../../../kit/collections.js';
import { headerOf, jsonOf, type ReceivedResponse, type SentRequest } from '../../http/exchange.js';
import { writeJson } from '../../http/json.js';
import {
  type AnswerGroup,
  type FaultKind,
  type FaultSource,
  type Forward,
  inRequests,
  isSuccess,
  kindOf,
  type SeenExchange,
  type SeenRequest,
} from './fault.js';
import { withBody } from './json-places.js';
import { changesOnlyOwn, idIn, otherResource, pathOf, sentJson } from './resources.js';

const methodOf = ({ operation }: AnswerGroup) => operation.split(' ')[0] ?? '';

function isAccepted(group: AnswerGroup, methods: readonly string[]): boolean {
  return methods.includes(methodOf(group)) && isSuccess(group.status);
}

/** The members of an object that another one has, too. */
function common(object: Json, other: Json): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => Object.hasOwn(other, name)));
}

/** Numbers of resources that do not exist. */
let forged = 0;

/** A text in which the id of a resource is that of none: the digits at its end are others. */
function forge(value: unknown): unknown {
  if (typeof value === 'number') return value + 7_000_000 + forged;
  if (typeof value !== 'string') return value;
  return value.replace(/[\da-f]+(?=\W*$)/i, (digits) =>
    String(7_000_000 + forged)
      .padStart(digits.length, '0')
      .slice(-Math.max(7, digits.length)),
  );
}

/** The answer to a creation that did not take place, after the example of one that did. */
function pretendCreation(request: SentRequest, { response }: SeenExchange): ReceivedResponse {
  forged += 1;
  const location = response.headers.find(([name]) => name === 'location')?.[1];
  const headers = response.headers.map(
    ([name, value]) => [name, name === 'location' ? String(forge(value)) : value] as const,
  );
  const shown = asObject(jsonOf(response)?.value);
  if (Object.keys(shown).length === 0) return { ...response, headers };
  const isName = ([name, value]: readonly [string, unknown]) =>
    naming.test(name) || String(value) === location;
  const named = Object.entries(shown)
    .filter(isName)
    .map(([name, value]) => [name, forge(value)]);
  const echoed = common(sentJson(request), shown);
  const body = { ...shown, ...Object.fromEntries(named), ...echoed };
  return { ...withBody(response, writeJson(body)), headers };
}

/** The answer to a change that did not take place: what is there, with the members that were sent. */
async function pretendChange(
  request: SentRequest,
  { response }: SeenExchange,
  forward: Forward,
): Promise<ReceivedResponse> {
  const example = asObject(jsonOf(response)?.value);
  if (Object.keys(example).length === 0) return response;
  const { body: _body, ...rest } = request;
  const headers = Object.fromEntries(
    Object.entries(rest.headers).filter(([name]) => !/^(?:content-|if-)/i.test(name)),
  );
  const read = await forward({ ...rest, method: 'GET', headers, body: undefined });
  const current = isSuccess(read.status) ? common(asObject(jsonOf(read)?.value), example) : {};
  const body = { ...example, ...current, ...common(sentJson(request), example) };
  return withBody(response, writeJson(body));
}

/** Members by which an answer names what was created. */
const naming = /^_?(?:id|uuid|url|href|self|key|slug)$|id$/i;

/** Whether an answer names something that was created: a server may answer a POST without storing anything. */
function namesCreated({ exchanges }: AnswerGroup): boolean {
  return exchanges.some(({ response }) => {
    const names = Object.keys(asObject(jsonOf(response)?.value));
    return headerOf(response, 'location') !== undefined || names.some((name) => naming.test(name));
  });
}

/** Whether an operation is about one of several resources. */
const isOfOne = ({ operation }: Pick<AnswerGroup, 'operation'>) => /(?:\?.*|\})$/.test(operation);

/**
 * Whether what an operation changes can be read, alone or in a list, as JSON: answers to other
 * requests, such as an echo, show no state.
 */
function isReadable(
  { operation, exchanges: own }: AnswerGroup,
  { groups, template }: FaultSource,
): boolean {
  const [, path = ''] = operation.split(' ');
  if (path === template) return false;
  const readings = [`GET ${path}`, `GET ${path.replace(/\?.*$|\/\{[^}]*\}$/, '')}`];
  const reads = groups.filter((one) => readings.includes(one.operation) && isSuccess(one.status));
  const sent = own.map(({ request }) => sentJson(request));
  return reads.some(({ exchanges }) =>
    exchanges.some(({ response }) => {
      const shown = jsonOf(response)?.value;
      const isState = (one: Json) => Object.keys(common(one, asObject(shown))).length > 0;
      return typeof shown === 'object' && (isOfOne({ operation }) || sent.some(isState));
    }),
  );
}

const changing = ['PUT', 'PATCH'];

export const writeKinds: readonly FaultKind[] = [
  kindOf(
    'write-swallowed',
    'a request that creates or changes is answered, and does nothing',
    (group, source) => {
      const [example] = group.exchanges;
      if (example === undefined || !isAccepted(group, ['POST', ...changing])) return [];
      const isCreation = methodOf(group) === 'POST';
      if (!(isCreation ? namesCreated(group) : isReadable(group, source))) return [];
      const sentence = isCreation ? 'nothing is created' : 'nothing is changed';
      return [
        inRequests(group, '', sentence, {
          applies: () => true,
          perform: async ({ request }, _before, forward) => {
            const response = isCreation
              ? pretendCreation(request, example)
              : await pretendChange(request, example, forward);
            return { response, answered: [] };
          },
        }),
      ];
    },
  ),
  kindOf('delete-swallowed', 'a DELETE is answered, and does nothing', (group, source) => {
    const [example] = group.exchanges;
    if (example === undefined || !isAccepted(group, ['DELETE'])) return [];
    if (!isReadable(group, source)) return [];
    const perform = async () => ({ response: example.response, answered: [] });
    return [inRequests(group, '', 'nothing is deleted', { applies: () => true, perform })];
  }),
  kindOf(
    'write-twice',
    'a request that creates is carried out twice',
    (group, { marker, isDisposable }) => {
      if (!isAccepted(group, ['POST']) || !namesCreated(group)) return [];
      return [
        inRequests(group, '', 'the request is carried out twice', {
          applies: (seen, before) => isDisposable || changesOnlyOwn(seen, before, marker),
          perform: async ({ request }, _before, forward) => {
            const response = await forward(request);
            const again = await forward(request);
            const performed = { response, answered: [response, again] };
            // Nobody can tell that a server has rejected the request that it repeats.
            return isSuccess(again.status) ? performed : { ...performed, sound: response };
          },
        }),
      ];
    },
  ),
  kindOf(
    'write-elsewhere',
    'a change or a DELETE is applied to another resource',
    (group, { marker }) => {
      if (!isAccepted(group, [...changing, 'DELETE'])) return [];
      return [
        inRequests(group, '', 'the request is applied to another resource', {
          applies: (seen, before) => elsewhere(seen, before, marker) !== undefined,
          perform: async (seen, before, forward) => {
            const { request } = elsewhere(seen, before, marker) ?? seen;
            const other = JSON.stringify(idIn({ ...seen, request }));
            const response = await forward(request);
            const body = response.body.replaceAll(other, JSON.stringify(idIn(seen)));
            const shown = body.replaceAll(pathOf(request.url), pathOf(seen.request.url));
            return { response: withBody(response, shown), answered: [] };
          },
        }),
      ];
    },
  ),
];

/** The request for another resource that the scenario created, if it may change that. */
function elsewhere(
  seen: SeenRequest,
  before: readonly SeenExchange[],
  marker: string,
): SeenRequest | undefined {
  const url = otherResource(seen, before);
  if (url === undefined) return undefined;
  const other = { ...seen, request: { ...seen.request, url } };
  return changesOnlyOwn(other, before, marker) ? other : undefined;
}
