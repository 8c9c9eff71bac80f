/** Faults of accounts, tokens and ownership. */
import type { Lending } from '../server.js';
import { answering, type Fault, fault } from './fault.js';

const isMissing = (header: unknown) => header === undefined;

export const securityFaults: readonly Fault[] = [
  fault(
    'tools are listed without a token',
    'list-tools.security.none',
    letting('GET /tools', isMissing),
  ),
  fault(
    'a tool is read without a token',
    'get-tool.security.none',
    letting('GET /tools/{toolId}', isMissing),
  ),
  fault(
    'a star is given without a token',
    'star-tool.security.none',
    letting('POST /tools/{toolId}/star', isMissing),
  ),
  fault(
    'a tool is created without a token',
    'create-tool.security.none',
    letting('POST /tools', isMissing),
  ),
  fault(
    'a shelf is updated without a token',
    'update-shelf.security.none',
    letting('PUT /shelves', isMissing),
  ),
  fault(
    'a photo is added without a token',
    'add-photo.security.none',
    letting('POST /tools/{toolId}/photos', isMissing),
  ),
  fault(
    'reviews are listed with any token',
    'list-reviews.security.invented',
    letting('GET /tools/{toolId}/reviews', (header) => header !== undefined),
  ),
  fault(
    'a shelf is deleted with any token',
    'delete-shelf.security.invented',
    letting('DELETE /shelves', (header) => header !== undefined),
  ),
  fault('a token in another scheme is accepted', 'get-me.security.scheme', (one) => {
    one.tokenIn = (header) => /^\w+ (.*)$/.exec(String(header))?.[1] ?? '';
  }),
  fault('a token may have more letters', 'get-me.security.altered', (one) => {
    one.readerOf = (token) =>
      one.rows.accounts.find(
        (row) => row.token !== undefined && token.startsWith(String(row.token)),
      );
  }),
  fault('a token is a pattern', 'get-me.security.altered', (one) => {
    one.readerOf = (token) =>
      one.rows.accounts.find(
        (row) => row.token === token || (token === '%' && row.token !== undefined),
      );
  }),
  fault(
    'a shelf is deleted, and then the token is rejected',
    'delete-shelf.security.none',
    (one) => {
      one.before = ({ route, headers, query }) => {
        const shelf = one.find('shelves', String(query.get('id')));
        if (route === 'DELETE /shelves' && headers.authorization === undefined && shelf)
          one.remove('shelves', shelf);
        return undefined;
      };
    },
  ),
  fault(
    'a shelf is stored, and then the token is rejected',
    'create-shelf.security.none',
    (one) => {
      one.before = ({ route, headers, text }) => {
        if (route === 'POST /shelves' && headers.authorization === undefined)
          one.store('shelves', { places: 1, ...JSON.parse(text), id: one.newId('shelves') });
        return undefined;
      };
    },
  ),
  fault(
    'anybody may change a tool',
    'change-tool.security.other-user',
    mayAll('PATCH /tools/{toolId}'),
  ),
  fault(
    'anybody may replace a tool',
    'replace-tool.security.other-user',
    mayAll('PUT /tools/{toolId}'),
  ),
  fault(
    'anybody may delete a tool',
    'delete-tool.security.other-user',
    mayAll('DELETE /tools/{toolId}'),
  ),
  fault(
    'anybody may delete a review',
    'delete-review.security.other-user',
    mayAll('DELETE /tools/{toolId}/reviews/{reviewId}'),
  ),
  fault('a missing token is answered with 403', 'list-tools.security.none', (one) => {
    const { after } = one;
    one.after = (request, answer) => {
      const own = after(request, answer);
      return own.status === 401 && request.route === 'GET /tools' ? one.fail(400) : own;
    };
  }),
  fault('any password is accepted', 'log-in.wrong-password', (one) => {
    one.isPassword = () => true;
  }),
  fault('an unknown account is answered with 200', 'log-in.unknown-account', (one) => {
    const { after } = one;
    one.after = (request, answer) => {
      const own = after(request, answer);
      const isUnknown = one.rows.accounts.every(({ name }) => !request.text.includes(String(name)));
      return request.route === 'POST /sessions' && isUnknown && own.status === 401
        ? { status: 200, body: { token: 'guest' } }
        : own;
    };
  }),
  fault(
    'a login gives the token of another account',
    'get-me.account',
    answering('POST /sessions', (answer) => ({ ...answer, body: { token: 'foreign' } })),
  ),
  fault('an account is registered twice', 'register.twice', (one) => {
    const { isTaken } = one;
    one.isTaken = (kind, name, value) => kind !== 'accounts' && isTaken(kind, name, value);
  }),
  fault('a password is shown', 'register.response.secret', (one) => {
    const { show } = one;
    one.show = (kind, row, reader) =>
      kind === 'accounts'
        ? { ...show(kind, row, reader), password: row.password }
        : show(kind, row, reader);
  }),
  fault('the account is that of the first', 'get-me.account', (one) => {
    const { show } = one;
    one.show = (kind, row, reader) =>
      show(
        kind,
        kind === 'accounts' && row === reader ? (one.rows.accounts[0] ?? row) : row,
        reader,
      );
  }),
  fault('the change of an account is not stored', 'change-me.stored', (one) => {
    const { update } = one;
    one.update = (kind, row, next) => (kind === 'accounts' ? undefined : update(kind, row, next));
  }),
  fault('the change of an account loses the rest', 'change-me.rest', (one) => {
    const { update } = one;
    one.update = (kind, row, next) =>
      update(kind, row, kind === 'accounts' ? { ...next, email: 'lost@example.com' } : next);
  }),
];

/** Lets requests to an operation act as the first account when their header is as the condition says. */
function letting(route: string, isLet: (header: unknown) => boolean) {
  return (one: Lending): void => {
    const { identify } = one;
    const first = () => one.rows.accounts[0];
    one.identify = (header, asked) =>
      identify(header, asked) ?? (asked === route && isLet(header) ? first() : undefined);
  };
}

/** Lets every account do what an operation does. */
function mayAll(route: string) {
  return (one: Lending): void => {
    const { before, mayChange } = one;
    let isMeant = false;
    one.before = (request) => {
      isMeant = request.route === route;
      return before(request);
    };
    one.mayChange = (row, reader) => isMeant || mayChange(row, reader);
  };
}
