/** A request that could change a row is sent only after a proof that the row belongs to the run. */
import { expect, test } from 'vitest';
import { Blocked } from '../../../conformance/verdict/outcomes.js';
import { OwnRows } from '../../../steps/world/own-rows.js';
import type { ServiceRequest } from '../../../steps/world/service.js';
import type { ServiceWorld } from '../../../steps/world/world.js';

const marker = 'touchstone-0a1b2c3d';
const own = { id: 7, name: `Touchstone ${marker} 1`, email: `${marker}-2@touchstone.example` };
const foreign = { id: 7, name: 'Ada', email: 'ada@elsewhere.example' };
const other = { id: 7, name: `Touchstone ${marker} 8`, email: `${marker}-9@touchstone.example` };

/** The answers of a target to every read and every list, each with a status and a body. */
interface Shown {
  readonly read: readonly [status: number, body: unknown];
  readonly list?: readonly [status: number, body: unknown];
}

/** The rows of a scenario whose create was answered with the id 7. */
function makeRows({ read, list = [200, []] }: Shown) {
  const rows = new OwnRows(marker);
  const sent: string[] = [];
  const request = async (call: ServiceRequest, [status, body] = answerTo(call)) => {
    sent.push(`${call.method} ${call.query === undefined ? 'list' : ''}`.trim());
    rows.noteRequest(call);
    const request = { method: call.method, url: 'http://target/api/users', headers: {}, body: '' };
    const response = { status, headers: [], body: JSON.stringify(body), malformedAt: undefined };
    const exchange = { request, response, durationMs: 1 };
    rows.noteAnswer(call, exchange);
    return exchange;
  };
  const answerTo = ({ query = [] }: ServiceRequest) => (query.length > 0 ? read : list);
  const world = { run: { marker }, request } as unknown as ServiceWorld;
  const demand = (call: Partial<ServiceRequest>) =>
    rows.demand(world, { method: 'PUT', resource: 'users', query: [['id', '7']], ...call });
  const { id, ...json } = own;
  const create = () => request({ method: 'POST', resource: 'users', json }, [201, { id }]);
  const remove = () =>
    request({ method: 'DELETE', resource: 'users', query: [['id', '7']] }, [204, undefined]);
  const receive = (isProved: boolean) =>
    rows.receive({ resource: 'users', id: '7', members: json }, isProved);
  return { demand, create, remove, receive, sent };
}

const rejected = [404, { error: 'unknown' }] as const;
const badRequest = [400, { error: 'unknown' }] as const;

test.each<[string, Shown]>([
  ['a read shows it', { read: [200, own] }],
  ['a read shows its beginnings', { read: [200, { id: 7, name: `Touchstone ${marker}` }] }],
  ['a read shows it in capitals', { read: [200, { ...own, name: own.name.toUpperCase() }] }],
  ['the list alone shows it', { read: [500, {}], list: [200, [own]] }],
])('a row that was created is the own one when %s', async (_title, shown) => {
  const { demand, create } = makeRows(shown);
  await create();
  await expect(demand({})).resolves.toBeUndefined();
});

test.each<[string, Shown]>([
  ['a read shows one of another client', { read: [200, foreign], list: [200, [foreign]] }],
  ['a read shows one of another scenario', { read: [200, other], list: [200, [other]] }],
  ['neither a read nor the list shows it', { read: rejected }],
  ['nothing can be read', { read: [500, {}], list: [500, {}] }],
])('it is not when %s', async (_title, shown) => {
  const { demand, create } = makeRows(shown);
  await create();
  await expect(demand({})).rejects.toThrow(Blocked);
});

test.each([
  [true, []],
  [false, ['GET']],
])(
  'a row that another scenario has created is read unless it is proved: %s',
  async (isProved, reads) => {
    const { demand, receive, sent } = makeRows({ read: [200, own] });
    receive(isProved);
    await demand({});
    expect(sent).toEqual(reads);
  },
);

test.each<[string, Shown, boolean]>([
  ['a read finds none', { read: rejected }, true],
  ['a read is rejected and the list lacks it', { read: badRequest }, true],
  ['another client got its id', { read: [200, foreign], list: [200, [foreign]] }, false],
  ['nothing can be read', { read: [500, {}], list: [500, {}] }, false],
])('a removed row may be named when %s', async (_title, shown, isAllowed) => {
  const { demand, create, remove } = makeRows(shown);
  await create();
  await remove();
  await (isAllowed
    ? expect(demand({})).resolves.toBeUndefined()
    : expect(demand({})).rejects.toThrow(Blocked));
});

test.each<[string, Partial<ServiceRequest>]>([
  ['within another text', { query: [['id', "7' OR '1'='1"]] }],
  ['with a leading zero', { query: [['id', '007']] }],
  ['in the body of a create', { method: 'POST', query: [], json: { id: 7 } }],
  ['in a body that is sent as a text', { method: 'PUT', query: [], text: '{"id": 7}' }],
  ['in a preflight', { method: 'OPTIONS' }],
  [
    'in a read that could be treated as another method',
    {
      method: 'GET',
      query: [
        ['id', '7'],
        ['_method', 'DELETE'],
      ],
    },
  ],
])('an id is found %s', async (_title, call) => {
  const { demand, create } = makeRows({ read: [200, foreign], list: [200, [foreign]] });
  await create();
  await expect(demand(call)).rejects.toThrow(/for the id 7, since nothing proves/);
});

test.each<[string, Shown, boolean]>([
  ['finds the row of another client', { read: [200, foreign], list: [200, [own]] }, false],
  ['finds the own row', { read: [200, own] }, true],
  ['finds none', { read: rejected, list: [200, [own]] }, true],
  ['is answered with the list', { read: [200, [foreign]], list: [200, [own]] }, true],
])(
  'an id that is not a number is sent or not when a read by it %s',
  async (_title, shown, isAllowed) => {
    const { demand, create } = makeRows(shown);
    await create();
    const sending = demand({ query: [['id', '7abc']] });
    await (isAllowed
      ? expect(sending).resolves.toBeUndefined()
      : expect(sending).rejects.toThrow('"7abc", since a read finds another row by it'));
  },
);

test('a read changes nothing and needs no proof', async () => {
  const { demand, sent } = makeRows({ read: [200, foreign] });
  await demand({ method: 'GET' });
  expect(sent).toEqual([]);
});

test('a proof is not repeated', async () => {
  const { demand, create, sent } = makeRows({ read: [200, own] });
  await create();
  await demand({});
  await demand({});
  expect(sent).toEqual(['POST list', 'GET']);
});
