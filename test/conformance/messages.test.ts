import { afterAll, expect, test } from 'vitest';
import { argumentsFor, removeFolders, runCheck } from './run-check.js';
import { startServer } from './servers.js';

afterAll(removeFolders);

test('a failure without JSON names the reason why the body is unreadable', async () => {
  const server = await startServer({ fault: 'successes are in single quotes' });
  const argv = [...argumentsFor(server), '--only', 'users.list.array,users.list.complete'];
  const { stdout } = await runCheck(argv);
  const reason = /a body of \d+ bytes that is not readable as JSON: Expected property name/;
  expect(stdout).toMatch(reason);
  expect(stdout).not.toContain('observed nothing');
});

test('a create without an id is shown, not the list in which its row was looked for', async () => {
  const server = await startServer({ fault: 'a created user is answered without its id' });
  const { stdout } = await runCheck([...argumentsFor(server), '--only', 'users.create.id']);
  expect(stdout).toContain('POST /api/users → 201');
  expect(stdout).not.toContain('GET /api/users → 200');
});

test('a rejected credential is named with its options', async () => {
  const server = await startServer();
  const argv = ['--base-url', server.url, '--api-key', 'of-another-server'];
  const { stdout } = await runCheck([...argv, '--only', 'auth.api-key.accepted']);
  expect(stdout).toContain(
    'status: expected a success with the credential of --api-key, as --profile basic asks for, observed 401',
  );
});

test('a rejected text is one mismatch, without the row that keeps its text', async () => {
  const server = await startServer({
    plant: (app) => {
      const replaceUser = app.replaceUser.bind(app);
      app.replaceUser = (request, id, body) =>
        String(body.name).includes('<script>')
          ? app.error(400, 'No scripts')
          : replaceUser(request, id, body);
    },
  });
  const argv = [...argumentsFor(server), '--only', 'users.fields.any-text'];
  const { report } = await runCheck(argv);
  const row = report?.requirements.find(({ id }) => id === 'users.fields.any-text');
  const mismatches = row?.cases.flatMap((one) => one.mismatches);
  expect(mismatches).toMatchObject([
    { path: 'status', expected: 'a success for a script in HTML', observed: '400' },
  ]);
});

test('the request of a failure is the judged one, and later ones are shown as such', async () => {
  const server = await startServer({
    plant: (app) => {
      const createUser = app.createUser.bind(app);
      app.createUser = (request, body) => ({ ...createUser(request, body), body: 'created' });
    },
  });
  const argv = [...argumentsFor(server), '--only', 'users.create.echo,http.json.readable'];
  const { stdout, report, file } = await runCheck(argv);
  expect(stdout).toMatch(/POST \/api\/users → 201\n/);
  expect(stdout).not.toMatch(/GET \/api\/users → 200\n/);
  const [failed] = report?.requirements.find(({ verdict }) => verdict === 'fail')?.cases ?? [];
  expect(failed?.exchanges.map(({ request }) => request.method)).toEqual(['POST', 'GET']);
  expect(file('report.html')).toContain('1 request after');
});

test('an accepted update without effect is named, since the read does not show its id', async () => {
  const fault = 'a PUT with letters after the id of a user is accepted but not stored';
  const server = await startServer({ fault });
  const { stdout } = await runCheck([...argumentsFor(server), '--only', 'users.update.unknown']);
  expect(stdout).toMatch(/the row read\.name after PUT \/api\/users\?id=\d+abc → 200: expected/);
});
