/** Scripts that are suspended while passwords are hashed. */
import { expect, test } from 'vitest';
import { RawClient } from '../support/raw-request.js';
import { serveFiles, type TestServer } from '../support/serve.js';
import type { Files } from '../support/temporary.js';

/** A server, and a promise of the first output of its scripts. */
async function serveBeginning(files: Files): Promise<{ server: TestServer; begun: Promise<void> }> {
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  return { server: await serveFiles(files, { log: () => begin() }), begun };
}

async function ask(server: TestServer, path: string): Promise<unknown> {
  return (await fetch(server.url + path)).json();
}

function slow(script: string): Files {
  return { 'api/slow.wren': `System.print("begun")\n${script}\nResponse.json("slow")` };
}

test.each([
  ['a script', 'Util.hash("a")'],
  ['a method', 'class A {\n  static f { Util.hash("a") }\n}\nA.f'],
  ['a fiber', 'Fiber.new { Util.verify("a", Util.hash("a")) }.call()'],
])('other requests are answered while %s hashes', async (_, script) => {
  const files = { ...slow(script), 'api/quick.wren': 'Response.json("quick")' };
  const { server, begun } = await serveBeginning(files);
  const answer = ask(server, '/api/slow');
  await begun;
  expect(await Promise.race([answer, ask(server, '/api/quick')])).toBe('quick');
  expect(await answer).toBe('slow');
});

test('a pending request is answered although no request follows it', async () => {
  const { server, begun } = await serveBeginning(slow('Util.hash("a")'));
  const client = new RawClient(server.url);
  client.send('GET /api/slow HTTP/1.1\r\nHost: a\r\n\r\nNO REQUEST\r\n\r\n');
  await begun;
  client.send('NO REQUEST EITHER\r\n\r\n');
  const received = await client.ended();
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"slow"$/);
  expect(received).toMatch(/^connection: close\r$/im);
});

test('a suspended script keeps its own request', async () => {
  const script = `
    var name = Request.get("name")
    var stored = Util.hash(name)
    Response.json([name, Request.get("name"), Util.verify(name, stored)])`;
  const { url } = await serveFiles({ 'api/probe.wren': script });
  const names = ['a', 'b', 'c', 'd'];
  const answers = names.map(async (name) => (await fetch(`${url}/api/probe?name=${name}`)).json());
  expect(await Promise.all(answers)).toEqual(names.map((name) => [name, name, true]));
});

const table = {
  '_migration.wren': `
    Db.migrate("1", "CREATE TABLE people (name TEXT, password TEXT)")
    if (!\`SELECT 1 FROM people\`.first) {
      \`INSERT INTO people VALUES ('root', ?)\`.query([Util.hash("secret")])
    }`,
  'api/count.wren': 'Response.json(`SELECT COUNT(*) AS n FROM people`.first["n"])',
};

test('a migration can hash', async () => {
  const script =
    'var row = `SELECT * FROM people`.first\n' +
    'Response.json(Util.verify("secret", row["password"]))';
  const { url } = await serveFiles({ ...table, 'api/probe.wren': script });
  expect(await (await fetch(`${url}/api/probe`)).json()).toBe(true);
});

const insert = '`INSERT INTO people VALUES (?, ?)`.query(["ada", Util.hash("a")])';

test.each([
  ['in a block', `Db.transaction { ${insert} }`],
  ['in a fiber within a block', `Db.transaction { Fiber.new { ${insert} }.call() }`],
  ['between BEGIN and COMMIT', `\`BEGIN\`.query\n${insert}\n\`COMMIT\`.query`],
])('no other request writes into a transaction that hashes %s', async (_, script) => {
  const { server, begun } = await serveBeginning({ ...table, ...slow(script) });
  const answer = ask(server, '/api/slow');
  await begun;
  expect(await ask(server, '/api/count')).toBe(2);
  expect(await answer).toBe('slow');
});

test('a fault after a suspension is answered like any other', async () => {
  const script = 'Util.hash("a")\nnull.oh';
  const { url, logged } = await serveFiles({ 'api/probe.wren': script });
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(logged()).toContain('[api/probe.wren line 2]');
});

test('a transaction left open after a suspension is rolled back', async () => {
  const files = { ...table, 'api/probe.wren': `Util.hash("a")\n\`BEGIN\`.query\n${insert}` };
  const { url } = await serveFiles(files);
  expect((await fetch(`${url}/api/probe`)).status).toBe(500);
  expect(await (await fetch(`${url}/api/count`)).json()).toBe(1);
});

test('a stop waits for a suspended script', async () => {
  const { server, begun } = await serveBeginning(slow('Util.hash("a")'));
  const answer = ask(server, '/api/slow');
  await begun;
  await server.close();
  expect(await answer).toBe('slow');
});
