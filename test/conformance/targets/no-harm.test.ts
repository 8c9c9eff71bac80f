/** A check changes and deletes only its own rows, also on a faulty target. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../conformance/report/model.js';
import { seed as firstSeed, isFull } from '../../extent.js';
import type { Application } from '../../faulty/application.js';
import type { RunningServer } from '../../faulty/conforming-server.js';
import { answering, changeBody, type Plant, wrapping } from '../../faulty/faults/fault.js';
import type { Json } from '../../faulty/guard.js';
import type { Store } from '../../faulty/store.js';
import { Random } from '../../random.js';
import { argumentsFor, removeFolders, runCheck } from '../run-check.js';
import { startServer } from '../servers.js';
import { idsWith } from '../survey.js';

afterAll(removeFolders);

const rowsOf = ({ users, products }: Store) => [...users, ...products];
const isOfRun = ({ name, ...row }: { readonly name: unknown }) =>
  /touchstone-[0-9a-f]{8}/i.test(JSON.stringify([name, row]));

/** The rows of other clients, each as JSON. */
const foreignRows = (store: Store) =>
  rowsOf(store)
    .filter((row) => !isOfRun(row))
    .map((row) => JSON.stringify(row));

/** Rows that other clients added during the check, in their original state. */
const newcomers = new WeakMap<Store, string[]>();

/** Remaining rows of the run that no report lists. */
function unreported({ store }: RunningServer, report: Report | undefined): string[] {
  const listed = report?.leftovers ?? [];
  const nameless = listed.filter(({ deletion }) => deletion === undefined).length;
  const known = new Set(listed.map(({ deletion }) => deletion?.path));
  const left = [
    ...store.users.filter(isOfRun).map(({ id }) => `/api/users?id=${id}`),
    ...store.products.filter(isOfRun).map(({ id }) => `/api/products?id=${id}`),
  ].filter((row) => !known.has(row));
  return left.length <= nameless ? [] : left;
}

/** Answers each create with a wrong id. */
const lying = (choose: (app: Application, resource: 'users' | 'products') => unknown): Plant => {
  const lie = (resource: 'users' | 'products') =>
    answering(resource === 'users' ? 'createUser' : 'createProduct', (answer, _request, app) =>
      answer.status === 201
        ? changeBody(answer, (body: Json) => ({ ...body, id: choose(app, resource) }))
        : answer,
    );
  return (app) => {
    for (const resource of ['users', 'products'] as const) lie(resource)(app);
  };
};

/** Other clients add rows during the check. */
function addForeign({ store }: Application, resource: 'users' | 'products'): number {
  const number = store.users.length + store.products.length;
  const row =
    resource === 'users'
      ? store.addUser('Eve', `eve-${number}@elsewhere.example`)
      : store.addProduct({ name: 'Table', description: null, price: 9, stock: number });
  newcomers.set(store, [...(newcomers.get(store) ?? []), JSON.stringify(row)]);
  return row.id;
}

const random = new Random(firstSeed);

/** The id of a foreign row, chosen at random. */
const idOfOne = (rows: readonly { readonly id: number }[]) => {
  const foreign = rows.filter((row) => !isOfRun({ name: '', ...row }));
  return foreign[random.below(foreign.length)]?.id;
};

const liars: Readonly<Record<string, Plant>> = {
  'the id of another row': lying(({ store }, resource) => idOfOne(store[resource])),
  'the id of a row of the other resource': lying(({ store }, resource) =>
    idOfOne(resource === 'users' ? store.products : store.users),
  ),
  'the id of a row that another client has just made': lying(addForeign),
  'no id': lying(() => undefined),
  'a stale id where the e-mail address is taken': answering('createUser', (answer, request, app) =>
    answer.status === 409
      ? app.json(201, { ...JSON.parse(request.body), id: idOfOne(app.store.users) })
      : answer,
  ),
  'ids of deleted rows, which other clients get as well': (app) => {
    app.store.nextId = (_last, present) => Math.max(0, ...present.map(({ id }) => id)) + 1;
    const handle = app.handle.bind(app);
    let count = 0;
    app.handle = (request) => {
      count += 1;
      if (count % 7 === 0) addForeign(app, count % 2 === 0 ? 'users' : 'products');
      return handle(request);
    };
  },
};

/** Uses the first row for every id that is not a number. */
const findingFirst: Plant = wrapping('idOf', ({ original, app }, request) => {
  const id = original(request);
  if (id === undefined || /^\d+$/.test(id)) return id;
  const [first] = request.path === '/api/users' ? app.store.users : app.store.products;
  return first === undefined ? id : String(first.id);
});

const harmful: Readonly<Record<string, Plant>> = {
  ...Object.fromEntries(
    Object.entries(liars).map(([id, plant]) => [`answers creates with ${id}`, plant]),
  ),
  'takes an id that is not a number for that of its first row': findingFirst,
};

/** Of each method that changes rows, the requirements about one resource. */
const changes = 'users.create.*,users.delete.*,products.update.*,products.fallback.*';

const seeds = isFull ? Array.from({ length: 20 }, (_, index) => firstSeed + index) : [firstSeed];
const concurrencies = isFull ? [1, 4, 8] : [4];
const rows = isFull ? 900 : 60;
const orders = concurrencies.flatMap((concurrency) => seeds.map((seed) => ({ seed, concurrency })));

describe.each(Object.entries(harmful))('a server that %s', (_name, plant) => {
  test.each(orders)(
    'keeps the rows of others with seed $seed at concurrency $concurrency',
    async ({ seed, concurrency }) => {
      const server = await startServer({ plant, rows });
      const before = foreignRows(server.store);
      const options = ['--seed', String(seed), '--concurrency', String(concurrency)];
      if (!isFull) options.push('--only', changes);
      const { report } = await runCheck([...argumentsFor(server), ...options]);
      const after = new Set(foreignRows(server.store));
      const foreign = [...before, ...(newcomers.get(server.store) ?? [])];
      expect(foreign.filter((row) => !after.has(row))).toEqual([]);
      expect(unreported(server, report)).toEqual([]);
      expect(report?.faults).toEqual([]);
    },
  );
});

test('few rows are created while no answer names any', async () => {
  const server = await startServer({ fault: 'answers begin with a byte order mark' });
  const { report } = await runCheck(argumentsFor(server));
  expect(idsWith(report, 'fail')).toEqual(['http.json.readable']);
  expect(unreported(server, report)).toEqual([]);
  expect(rowsOf(server.store).filter(isOfRun).length).toBeLessThan(120);
});
