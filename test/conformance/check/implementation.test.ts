import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAnyReport } from '../../../conformance/report/read.js';
import { startTodoServer, todoSuite } from '../../suites/todo-server.js';
import { makeFolder, removeFolders, runCheck } from '../run-check.js';

afterAll(removeFolders);

/** The result of a check of one requirement. */
async function checkWith(...argv: readonly string[]) {
  const server = await startTodoServer();
  const scope = ['--suite', todoSuite, '--base-url', server.url, '--only', 'todos.list.array'];
  const result = await runCheck([...scope, ...argv]);
  await server.close();
  return result;
}

test('a result states the name, the version and the address of the implementation', async () => {
  const url = 'https://example.org/server';
  const words = ['--target-name', 'Our server', '--target-version', '1.2', '--target-url', url];
  const { report, file } = await checkWith(...words);
  const implementation = { name: 'Our server', version: '1.2', url };
  expect(report?.target.implementation).toEqual(implementation);
  expect(file('report.html')).toContain('Our server · 1.2 · https://example.org/server');
  const path = join(makeFolder(), 'report.json');
  writeFileSync(path, file('report.json'));
  expect(readAnyReport(path, 'report.json').target.implementation).toEqual(implementation);
});

test('a result says nothing of an implementation of which nothing is known, and hides secrets', async () => {
  const { report } = await checkWith();
  expect(report?.target).not.toHaveProperty('implementation');
  const hidden = await checkWith(
    '--header',
    'X-Gate: a-secret-value',
    '--target-name',
    'a-secret-value',
  );
  expect(JSON.stringify(hidden.report)).not.toContain('a-secret-value');
});
