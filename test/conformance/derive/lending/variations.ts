/** Lawful variations of the service: what `openapi.yaml` leaves open. */
import type { Json } from '../../../../kit/collections.js';
import { answering, heading, showing } from './faults/fault.js';
import type { Answer, Kind, Lending, Received, Row } from './server.js';

/** Changes all answers, errors as well. */
function answeringAll(change: (answer: Answer, request: Received) => Answer) {
  return (one: Lending): void => {
    const { after } = one;
    one.after = (request, answer) => change(after(request, answer), request);
  };
}

/** Shows rows of a kind a moment after they were stored. */
function lagging(kind: Kind) {
  return (one: Lending): void => {
    const { store, order } = one;
    const due = new Map<unknown, number>();
    one.store = (of, row) => {
      if (of === kind) due.set(row.id, Date.now() + 150);
      store(of, row);
    };
    const isShown = ({ id }: Row) => (due.get(id) ?? 0) <= Date.now();
    one.order = (rows, sort) => order(rows.filter(isShown), sort);
    one.total = (rows) => rows.filter(isShown).length;
  };
}

/** Refuses what breaks a rule that no schema states. */
function refusing(route: string, isRefused: (body: Json) => boolean) {
  return (one: Lending): void => {
    const { mayRead } = one;
    one.mayRead = (request, schema, value) =>
      mayRead(request, schema, value) && !(request.route === route && isRefused(Object(value)));
  };
}

const everywhere = /./;
const reversed = (body: Json): Json =>
  Array.isArray(body) ? body : Object.fromEntries(Object.entries(body).toReversed());
const isOdd = (value: unknown) => /[^ -~]/.test(String(value));

export const variations: readonly (readonly [string, (one: Lending) => void])[] = [
  ['shows members in another order', showing(/(accounts|me|tools)/, reversed)],
  [
    'shows further members',
    showing(/(accounts|me|\})$/, (body) =>
      Array.isArray(body) ? body : { ...body, _links: { self: '/' } },
    ),
  ],
  [
    'has absolute locations',
    answering('POST /tools', (answer) => ({
      ...answer,
      headers: { location: `http://lending.example/tools/${Object(answer.body).id}` },
    })),
  ],
  [
    'has relative locations',
    answering('POST /tools', (answer) => ({
      ...answer,
      headers: { location: `tools/${Object(answer.body).id}` },
    })),
  ],
  [
    'names the character set',
    heading(/^(GET|PUT|PATCH)/, 'content-type', 'application/json; charset=utf-8'),
  ],
  [
    'explains errors',
    (one) => {
      one.problem = (status) => ({
        type: 'about:blank',
        title: 'error',
        status,
        detail: 'It is wrong.',
        instance: '/',
      });
    },
  ],
  [
    'challenges with parameters',
    answeringAll((answer) =>
      answer.status === 401
        ? {
            ...answer,
            headers: { 'www-authenticate': 'Bearer realm="lending", error="invalid_token"' },
          }
        : answer,
    ),
  ],
  [
    'has times without fractions',
    (one) => {
      one.now = () => `${new Date().toISOString().slice(0, 19)}Z`;
    },
  ],
  [
    'has times of another zone',
    (one) => {
      one.now = () => new Date(Date.now() + 7_200_000).toISOString().replace('Z', '+02:00');
    },
  ],
  [
    'has weak entity tags',
    (one) => {
      const { tagOf } = one;
      one.tagOf = (tool) => `W/${tagOf(tool)}`;
    },
  ],
  [
    'has a new entity tag with each star',
    (one) => {
      const { tagOf } = one;
      one.tagOf = (tool) => tagOf({ ...tool, stars: one.countStars(tool) });
    },
  ],
  [
    'lists reviews without a next member at the end',
    showing('GET /tools/{toolId}/reviews', ({ next, ...body }) =>
      next === null ? body : { ...body, next },
    ),
  ],
  ['updates its list a moment later', lagging('tools')],
  [
    'lists shelves in another order',
    showing('GET /shelves', (body) => (Array.isArray(body) ? body.toReversed() : body)),
  ],
  [
    'renews tokens with each login',
    (one) => {
      const { readerOf } = one;
      const sessions = new Map<string, string>();
      one.readerOf = (token) => readerOf(sessions.get(token) ?? token);
      answering('POST /sessions', (answer) => {
        const token = crypto.randomUUID();
        sessions.set(token, Object(answer.body).token);
        return { ...answer, body: { token } };
      })(one);
    },
  ],
  [
    'writes addresses of e-mail in small letters',
    (one) => {
      const { store, change } = one;
      const lower = (row: Row) =>
        typeof row.email === 'string' ? { ...row, email: row.email.toLowerCase() } : row;
      one.store = (kind, row) => store(kind, lower(row));
      one.change = (row, body) => change(row, lower(body));
    },
  ],
  [
    'accepts and ignores undeclared members of shelves',
    (one) => {
      const { store } = one;
      one.store = (kind, row) =>
        store(
          kind,
          kind === 'shelves' ? { id: row.id, label: row.label, places: row.places } : row,
        );
    },
  ],
  ['rejects titles with unusual letters', refusing('POST /tools', ({ title }) => isOdd(title))],
  ['rejects a shelf with unusual letters', refusing('POST /shelves', ({ label }) => isOdd(label))],
  [
    'demands a digit in passwords',
    refusing('POST /accounts', ({ password }) => !/\d/.test(String(password))),
  ],
  [
    'trims texts',
    (one) => {
      const { store } = one;
      one.store = (kind, row) =>
        store(
          kind,
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              typeof value === 'string' ? value.trim() : value,
            ]),
          ),
        );
    },
  ],
  [
    'answers 429 now and then',
    (one) => {
      let count = 0;
      one.before = () => {
        count += 1;
        return count % 25 === 0 ? { status: 429, headers: { 'retry-after': '0' } } : undefined;
      };
    },
  ],
  [
    'closes each connection',
    answeringAll((answer) => ({ ...answer, headers: { ...answer.headers, connection: 'close' } })),
  ],
  ['adds headers', heading(everywhere, 'x-request-id', '7')],
];
