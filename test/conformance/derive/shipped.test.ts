/** What the description of the example endpoints alone tells of faults of a conforming server. */
import { afterAll, describe, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import type { Application } from '../../faulty/application.js';
import {
  type ConformingServerOptions as StartOptions,
  startConformingServer,
} from '../../faulty/conforming-server.js';
import type { User } from '../../faulty/store.js';
import { removeFolders, runCheck } from '../run-check.js';
import { idsWith } from '../survey.js';

afterAll(removeFolders);

// Most of their time, these checks wait for the clock of the server.
test.concurrent.each([
  ['a stock that is zero becomes one', 'create-product.zero'],
  ['an update stores a stock that is null', 'update-product.rest.falsey'],
  ['an update is answered with its own body', 'update-product.rest'],
  ['the name of the key header is compared with its case', 'get-products.security.header-name'],
  ['one of the words of a header has to be a key', 'get-products.security.altered'],
  ['a deleted user stays', 'delete-user.gone'],
  ['the oldest products come first', 'get-products.newest-first'],
  ['a user cannot be called 0', 'create-user.example.zero'],
  ['an update with an empty name keeps the stored one', 'replace-user.example.nameless'],
  ['a key in a cookie is accepted', 'get-products.security.elsewhere'],
  ['the beginning of a key is enough', 'get-products.security.altered'],
  ['a row is updated before the key is checked', 'update-product.security.none'],
  ['for users, any key is accepted', 'get-users.security.invented'],
  ['for users, a row is deleted before the key is checked', 'delete-user.security.none'],
  ['the id of a user to read is cut to 32 bits', 'get-users-by-id.id.like'],
  ['an id that is no number is that of the first user', 'get-users-by-id.id.type'],
  ['a look at a product moves its updated_at', 'get-products-by-id.times'],
  ['an update sets updated_at to a fixed time', 'update-product.change-time'],
  ['an update moves the updated_at of all products', 'update-product.others'],
  ['all users of a name are deleted together', 'delete-user.others'],
  ['an update cannot keep the email', 'replace-user.again'],
  ['two users may have the same email', 'create-user.email.unique'],
  ['an update to an email that is taken is rejected but stored', 'replace-user.email.unique'],
  ['a stock that is null becomes one', 'create-product.defaults.falsey'],
  ['a product with a name and a price alone gets a description', 'create-product.defaults'],
  ['an update stores a stock that is absent', 'update-product.rest'],
  ['a name of a user ends after 255 characters', 'create-user.texts.long'],
  ['listed descriptions are escaped for HTML', 'create-product.texts'],
  ['an escaped slash keeps its backslash', 'create-product.notation'],
  [
    'a product is rejected whose price is an empty text, but stored',
    'create-product.refused.nothing',
  ],
  ['the page count is rounded to the nearest', 'get-products.paging.counts'],
  ['a page of one product has it in no array', 'get-products.limit.number'],
])('finds that %s', async (fault, requirement) => {
  await expectFound({ fault }, requirement);
});

test('finds that users are listed as they were created', async () => {
  const plant = (app: Application): void => {
    const { store, userListed } = app;
    const created = new Map<number, User>();
    const add = store.addUser.bind(store);
    store.addUser = (name, email) => {
      const user = add(name, email);
      created.set(user.id, { ...user });
      return user;
    };
    app.userRead = userListed;
    app.userListed = (user) => userListed(created.get(user.id) ?? user);
  };
  await expectFound({ plant }, 'replace-user.listed');
});

async function expectFound(started: StartOptions, requirement: string): Promise<void> {
  const server = await startConformingServer(started);
  const options = ['--base-url', server.url, '--api-key', server.credentials['api-key']];
  const description = ['--openapi', packageFile('spec', 'openapi.yaml')];
  const { report, stdout } = await runCheck([...description, ...options, '--only', requirement]);
  await server.close();
  const rows = report?.requirements.filter(({ selected }) => selected);
  expect(rows, stdout).toMatchObject([{ id: requirement, verdict: 'fail' }]);
}

describe('a conforming server', () => {
  test.concurrent.each<StartOptions>([
    { profile: 'basic' },
    { profile: 'users-api-key' },
    { profile: 'bearer' },
    { variations: ['what follows the digits of an id does not matter'] },
    { variations: ['values of another type are rejected'] },
    { variations: ['tabs in headers are handed on as spaces'], profile: 'bearer' },
    { variations: ['an email that is taken is answered with its user'] },
  ])('is not accused: %j', async (started) => {
    const server = await startConformingServer(started);
    const { 'api-key': key, 'bearer-token': token } = server.credentials;
    const credential =
      started.profile === 'bearer' ? ['--bearer-token', token] : ['--api-key', key];
    const options = ['--openapi', packageFile('spec', 'openapi.yaml'), '--base-url', server.url];
    const { report, stdout } = await runCheck([...options, ...credential]);
    await server.close();
    expect(idsWith(report, 'fail', 'unstable', 'error', 'not tested'), stdout).toEqual([]);
  });
});
