/** The shipped example suite, which uses ready-made sentences only. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import axios from 'axios';
import { afterAll, expect, test } from 'vitest';
import {
  makeFolder,
  removeFolders,
  runCheck,
  runClean,
  runCommand,
} from '../conformance/run-check.js';
import { idsWith } from '../conformance/survey.js';
import { startTodoServer, type TodoFault, todoFaults, todoSuite } from './todo-server.js';

afterAll(removeFolders);

async function withServer<T>(use: (url: string) => Promise<T>, plant?: TodoFault): Promise<T> {
  const server = await startTodoServer(plant);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

const check = (...more: readonly string[]) => runCheck(['--suite', todoSuite, ...more]);

test('the suite starts its example server, which conforms', async () => {
  const { code, stdout, report } = await check();
  expect(stdout).toContain('The server conforms: all 40 requirements of Todo-Backend passed.');
  expect(idsWith(report, 'observed')).toHaveLength(4);
  expect(code).toBe(0);
});

test.each(['1', '4'])(
  'a run on a shared server keeps the data of others and deletes its own, concurrency %s',
  async (concurrency) => {
    await withServer(async (url) => {
      const foreign = await axios.post(url, { title: 'foreign' });
      const { code, report } = await check('--base-url', url, '--concurrency', concurrency);
      expect(idsWith(report, 'not tested')).toEqual([
        'todos.clear.status',
        'todos.clear.empty',
        'todos.cors.clear',
      ]);
      expect(idsWith(report, 'fail', 'error', 'blocked', 'unstable')).toEqual([]);
      expect(report?.leftovers).toEqual([]);
      expect((await axios.get(url)).data).toEqual([foreign.data]);
      expect(code).toBe(3);
    });
  },
);

test('todos that a DELETE keeps are listed, and deleted later', async () => {
  let isFixed = false;
  const keep: TodoFault = (app) =>
    app.delete('/:id', (_request, response, next) => {
      if (isFixed) next();
      else response.sendStatus(204);
    });
  await withServer(async (url) => {
    const folder = makeFolder();
    const argv = ['--suite', todoSuite, '--base-url', url, '--only', 'todos.delete.*'];
    const { report } = await runCheck(argv, {}, folder);
    const { data } = await axios.get<readonly { readonly url: string }[]>(url);
    const kept = data.map((todo) => new URL(todo.url).pathname);
    expect(kept.length).toBeGreaterThan(1);
    expect(report?.leftovers.map(({ deletion }) => deletion?.path).sort()).toEqual(kept.sort());

    const cleaning = [join(folder, 'reports', 'report.json'), '--suite', todoSuite];
    const again = await runClean(cleaning);
    expect(again.stdout).toContain(`DELETE was answered with 204, and GET ${kept[0]} still shows`);
    expect(again.code).toBe(1);
    isFixed = true;
    expect((await runClean(cleaning)).code).toBe(0);
    expect((await axios.get(url)).data).toEqual([]);
  }, keep);
});

test('with --disposable, all requirements of a server at a URL are checked', async () => {
  await withServer(async (url) => {
    const { code, stdout } = await check('--base-url', url, '--disposable');
    expect(stdout).toContain('all 40 requirements');
    expect(code).toBe(0);
  });
});

test('replay repeats a destructive scenario only with --disposable', async () => {
  const [, plant] = todoFaults['a DELETE of all does nothing'] ?? [];
  await withServer(async (url) => {
    const folder = makeFolder();
    const argv = ['--suite', todoSuite, '--base-url', url];
    await runCheck([...argv, '--disposable', '--only', 'todos.clear.empty'], {}, folder);
    const replay = (...more: readonly string[]) =>
      runCommand('replay', ['todos.clear.empty', ...argv, ...more], {}, folder);
    const kept = await replay();
    expect(kept.stdout).toContain(
      'Cannot say: needs --disposable, because it changes or deletes what it did not create (@destructive)\n',
    );
    expect(kept.code).toBe(3);
    const lost = await replay('--disposable');
    expect(lost.stdout).toContain('Still broken, in the same way.');
    expect(lost.code).toBe(1);
  }, plant);
});

test.each(Object.entries(todoFaults))(
  '%s: exactly one requirement fails',
  async (_name, [id, plant]) => {
    await withServer(async (url) => {
      const { code, report } = await check('--base-url', url, '--disposable');
      expect(idsWith(report, 'fail', 'unstable')).toEqual([id]);
      expect(idsWith(report, 'error', 'not tested')).toEqual([]);
      expect(code).toBe(1);
    }, plant);
  },
);

test('observations contain no values of the run', async () => {
  await withServer(async (url) => {
    const { report } = await check('--base-url', url, '--only', 'todos.*.default,todos.*.unknown');
    const observed = report?.requirements.flatMap(({ observations }) => observations ?? []);
    expect(JSON.stringify(observed)).toContain('404 application/json');
    expect(JSON.stringify(observed)).toContain('$.order: nothing');
  });
});

test('the suite has no step files', () => {
  expect(readdirSync(todoSuite).sort()).toEqual([
    'features',
    'requirements.yaml',
    'server.js',
    'suite.yaml',
  ]);
});
