/** Projects and suites with the line ends of Windows mean the same as with those of other systems. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { packageFile } from '../../kit/package-root.js';
import { start } from '../../reference-server/index.js';
import { makeFolder, removeFolders, runCheck, runCommand } from '../conformance/run-check.js';
import { startTodoServer, todoSuite } from '../suites/todo-server.js';

afterAll(removeFolders);

/** A copy of a folder whose lines end as on Windows. */
function copyWithCarriageReturns(source: string): string {
  const copy = join(makeFolder(), 'copy');
  cpSync(source, copy, { recursive: true });
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
    const file = join(copy, name);
    if (statSync(file).isFile() && /\.(?:wren|ya?ml|feature|md|[jt]s)$/.test(name))
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'));
  }
  return copy;
}

test('a project', async () => {
  const project = packageFile('spec', 'probes');
  const bodies = await Promise.all(
    [project, copyWithCarriageReturns(project)].map(async (folder) => {
      const { url, close } = await start({ project: folder, port: 0, database: ':memory:' });
      onTestFinished(close);
      return (await fetch(`${url}/api/query-texts`)).text();
    }),
  );
  expect(bodies[0]).toContain('\\n');
  expect(bodies[1]).toBe(bodies[0]);
});

test('a suite', async () => {
  const suite = copyWithCarriageReturns(todoSuite);
  expect((await runCommand('lint', [suite], {}, suite)).stdout).toBe('No problems found.\n');
  const server = await startTodoServer();
  onTestFinished(server.close);
  const { code } = await runCheck(['--suite', suite, '--base-url', server.url, '--disposable']);
  expect(code).toBe(0);
});
