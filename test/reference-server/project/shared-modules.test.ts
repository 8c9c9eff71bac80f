/** Modules shared by route scripts and their endpoint. */
import { expect, test } from 'vitest';
import { develop } from '../support/develop.js';
import { serveFiles } from '../support/serve.js';

const session = {
  '_app.wren': `
    System.print("app runs")
    class Session {
      static user { __user }
      static user=(user) { __user = user }
    }`,
};

const signIn = 'import "_app" for Session\nSession.user = Request.get("user")';
const tell = 'import "_app" for Session\nResponse.json(Session.user)';

test('an endpoint reads values that a route script stored in a module', async () => {
  const { url, logged } = await serveFiles({
    ...session,
    'api/_route.wren': signIn,
    'api/admin/_route.wren': 'import "_app" for Session\nSession.user = Session.user + "!"',
    'api/admin/me.wren': tell,
  });
  const answer = await fetch(`${url}/api/admin/me?user=ada`);
  expect(await answer.json()).toBe('ada!');
  expect(logged()).toBe('app runs\n');
});

test('the next request does not see them', async () => {
  const { url } = await serveFiles({
    ...session,
    'api/_route.wren': `if (Request.get("user")) {\n${signIn}\n}`,
    'api/me.wren': tell,
  });
  expect(await (await fetch(`${url}/api/me?user=ada`)).json()).toBe('ada');
  expect(await (await fetch(`${url}/api/me`)).json()).toBe(null);
});

test('suspended requests do not see those of each other', async () => {
  const files = {
    ...session,
    'api/_route.wren': `${signIn}\nUtil.hash("a")`,
    'api/me.wren': tell,
  };
  const { url } = await serveFiles(files);
  const users = ['a', 'b', 'c'];
  const answers = users.map(async (user) => (await fetch(`${url}/api/me?user=${user}`)).json());
  expect(await Promise.all(answers)).toEqual(users);
});

test('scripts do not share their own variables', async () => {
  const { url } = await serveFiles({
    'api/_route.wren': 'var name = "route"',
    'api/me.wren': 'var name\nResponse.json(name)',
  });
  expect(await (await fetch(`${url}/api/me`)).json()).toBe(null);
});

test('a fault names its script', async () => {
  const { url, logged } = await serveFiles({
    'api/_route.wren': 'System.print("guard")',
    'api/me.wren': '\nnull.find',
  });
  expect((await fetch(`${url}/api/me`)).status).toBe(500);
  expect(logged()).toContain('[api/me.wren line 2] in (script)');
});

test('a route script runs before an endpoint with errors, too', async () => {
  const { url } = await develop({
    'api/_route.wren': 'if (Response.cors) return',
    'api/me.wren': 'var a = ]',
  });
  expect((await fetch(`${url}/api/me`, { method: 'OPTIONS' })).status).toBe(204);
  const answer = await fetch(`${url}/api/me`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(await answer.text()).toContain('[api/me.wren line 1] Error');
});
