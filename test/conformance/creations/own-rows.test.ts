/** A request that could change a row is sent only after a proof that the row belongs to the run. */
import { expect, test } from 'vitest';
import { OwnRows } from '../../../conformance/creations/own-rows.js';
import { OwnedResources } from '../../../conformance/creations/owned-resources.js';
import type { RequestSpecification } from '../../../conformance/http/exchange.js';
import type { ResourceKind } from '../../../conformance/suite/suite.js';
import { Blocked } from '../../../conformance/verdict/outcomes.js';

const marker = 'touchstone-0a1b2c3d';
const own = { id: 7, name: `Touchstone ${marker} 1`, email: `${marker}-2@touchstone.example` };
const foreign = { id: 7, name: 'Ada', email: 'ada@elsewhere.example' };
const other = { id: 7, name: `Touchstone ${marker} 8`, email: `${marker}-9@touchstone.example` };

/** The answers of a target to every read and every list, each with a status and a body. */
interface Shown {
  readonly read: readonly [status: number, body: unknown];
  readonly list?: readonly [status: number, body: unknown];
}

const refuse = (needs: readonly string[], reason: string) => new Blocked(needs, reason);

const users: ResourceKind = {
  ...{ name: 'users', item: '/api/users?id=${id}', list: '/api/users' },
  ...{ members: ['name', 'email'], ids: 'integers', needs: ['users.read.status'] },
};

/** The part of a request that a test is about. */
type Call = Partial<RequestSpecification> & { readonly json?: object };

/** The rows of a scenario whose create was answered with the id 7. */
function makeRows({ read, list = [200, []] }: Shown, kind: ResourceKind = users) {
  const owned = new OwnedResources();
  const rows = new OwnRows({ marker, owned, suite: { resources: [kind] } }, { refuse });
  const sent: string[] = [];
  const answer = async (line: string, [status, body]: readonly [number, unknown]) => {
    sent.push(line);
    const request = { method: 'GET', url: 'http://target/api/users', headers: {}, body: '' };
    const response = { status, headers: [], body: JSON.stringify(body), malformedAt: undefined };
    return { request, response, durationMs: 1 };
  };
  let isRemoved = true;
  const shown = () => (isRemoved ? read : ([200, own] as const));
  const get = (path: string) => answer(`GET ${path}`, path === kind.list ? list : shown());
  const specify = ({ json, ...call }: Call): RequestSpecification => ({
    ...{ method: 'PUT', path: '/api/users', query: [['id', '7']] },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...call,
  });
  const demand = (call: Call) => rows.demand(kind.name, specify(call), get);
  const request = async (call: Call, answered: readonly [number, unknown]) => {
    const specification = specify(call);
    const send = () => answer(specification.method, answered);
    await rows.send(kind.name, specification, get, send);
  };
  const { id, ...json } = own;
  const create = () => request({ method: 'POST', query: [], json }, [201, { id }]);
  /** Deletes the row, which reads show until then. */
  const remove = async () => {
    isRemoved = false;
    await request({ method: 'DELETE' }, [204, undefined]);
    isRemoved = true;
  };
  const receive = (isProved: boolean) =>
    rows.receive({ resource: kind.name, id: '7', members: json }, isProved);
  return { demand, create, remove, receive, sent, owned };
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
  [false, ['GET /api/users?id=7']],
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

test.each<[string, Call]>([
  ['within another text', { query: [['id', "7' OR '1'='1"]] }],
  ['with a leading zero', { query: [['id', '007']] }],
  ['in the body of a create', { method: 'POST', query: [], json: { id: 7 } }],
  ['in a body that is sent as a text', { method: 'PUT', query: [], body: '{"id": 7}' }],
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
  ['is answered with that row in a list', { read: [200, [foreign]], list: [200, [own]] }, false],
  ['is answered with the list', { read: [200, [foreign, own]], list: [200, [own]] }, true],
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
  expect(sent).toEqual(['POST', 'GET /api/users?id=7']);
});

test('the clean-up of the run deletes what an answer names, until a DELETE is accepted', async () => {
  const { create, remove, owned } = makeRows({ read: [200, own] });
  await create();
  const [row] = owned.named;
  expect(row).toEqual({ deletion: { method: 'DELETE', path: '/api/users?id=7' } });
  await remove();
  expect(owned.named).toEqual([]);
});

const notes: ResourceKind = { name: 'notes', item: '/notes/${slug}', list: undefined, members: [] };

test.each<[string, Shown, boolean]>([
  ['of others', { read: [200, { slug: 'a-7', text: 'theirs' }] }, false],
  ['of the run', { read: [200, { slug: 'a-7', text: marker }] }, true],
  ['that is free', { read: rejected }, true],
])('a name %s in the body of a request is looked up as a whole', async (_whose, shown, isSent) => {
  const { demand, sent } = makeRows(shown, notes);
  const sending = demand({ method: 'POST', path: '/notes', query: [], json: { slug: 'a-7' } });
  await (isSent ? expect(sending).resolves.toBeUndefined() : expect(sending).rejects.toThrow());
  expect(sent).toEqual(['GET /notes/a-7']);
});
