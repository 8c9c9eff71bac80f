/** A registration whose answer has no token: the account logs in with a request of its own. */
import { afterAll, expect, test } from 'vitest';
import { describeApi, init, json, lint } from '../init/new-suite.js';
import { removeFolders } from '../run-check.js';

afterAll(removeFolders);

const text = { type: 'string' };
const account = {
  type: 'object',
  required: ['username', 'password'],
  properties: { username: { ...text, maxLength: 12 }, password: text },
};
const withMembers = (properties: object) => json({ type: 'object', properties });
const post = (status: number, answer: object, more: object = {}) => ({
  post: {
    requestBody: { required: true, ...json(account) },
    responses: { [status]: { description: 'done', ...answer }, 401: { description: 'unknown' } },
    ...more,
  },
});

test('the login follows the registration of its account', async () => {
  const secured = { security: [{ session: [] }] };
  const description = describeApi(
    {
      '/keepers': post(201, withMembers({ id: { type: 'integer' }, username: text })),
      '/sessions': post(200, withMembers({ token: text })),
      '/hives': { get: { responses: { 200: { description: 'all' } }, ...secured } },
    },
    { components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } } },
  );
  const { folder, read } = await init(description);
  expect(await lint(folder)).not.toContain('error');
  const suite = read('suite.yaml');
  expect(suite).toContain('$'.concat('{credential:account}'));
  expect(suite).toMatch(/token: .?\$\.username/);
});
