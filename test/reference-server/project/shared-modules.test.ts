/** Route scripts and the endpoint that they guard import the same modules. */
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

test('what a route script leaves in a module is there for the endpoint', async () => {
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

test('nothing of it is left for the next request', async () => {
  const { url } = await serveFiles({
    ...session,
    'api/_route.wren': `if (Request.get("user")) {\n${signIn}\n}`,
    'api/me.wren': tell,
  });
  expect(await (await fetch(`${url}/api/me?user=ada`)).json()).toBe('ada');
  expect(await (await fetch(`${url}/api/me`)).json()).toBe(null);
});

test('each of several requests that wait at once has its own', async () => {
  const { url } = await serveFiles({
    ...session,
    'api/_route.wren': `${signIn}\nUtil.hash("a")`,
    'api/me.wren': tell,
  });
  const users = ['a', 'b', 'c'];
  const answers = users.map(async (user) => (await fetch(`${url}/api/me?user=${user}`)).json());
  expect(await Promise.all(answers)).toEqual(users);
});

test('the variables of the scripts themselves stay apart', async () => {
  const { url } = await serveFiles({
    'api/_route.wren': 'var name = "route"',
    'api/me.wren': 'var name\nResponse.json(name)',
  });
  expect(await (await fetch(`${url}/api/me`)).json()).toBe(null);
});

test('a fault names the script that it is in', async () => {
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
