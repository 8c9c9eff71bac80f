/** A suite that does not say how to delete what it creates. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: sentences have such places
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolders, runCheck, runCommand } from '../conformance/run-check.js';

afterAll(removeFolders);

function writeSuite(exclusions = ''): string {
  const folder = makeFolder();
  mkdirSync(join(folder, 'features'));
  writeFileSync(
    join(folder, 'suite.yaml'),
    'name: lamps\ntitle: Lamps\nrequirements: requirements.yaml\nfeatures: features\n',
  );
  writeFileSync(
    join(folder, 'requirements.yaml'),
    `requirements:\n  - { id: lamps.new, section: "1", statement: "POST creates a lamp." }\n${exclusions}`,
  );
  writeFileSync(
    join(folder, 'features', 'lamps.feature'),
    `Feature: Lamps
  @req:lamps.new
  Scenario Outline: A lamp that is <color>
    When I send POST /lamps with {"color": "<color>", "name": "\${unique}"}
    Then the status is 201

    Examples:
      | color |
      | red   |
      | green |
`,
  );
  return folder;
}

async function startLamps() {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(201, { 'Content-Type': 'application/json' }).end('{"id":7}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

const said =
  'Left behind in the target: what 2 requests POST /lamps created (no sentence deletes it)';

test('the check and the clean-up of its result list what no sentence deletes', async () => {
  await using server = await startLamps();
  const suite = writeSuite();
  const at = ['--base-url', server.url, '--suite', suite];
  const { code, stdout, file } = await runCheck(at);
  expect([code, stdout.includes(said)]).toEqual([0, true]);
  const folder = makeFolder();
  writeFileSync(join(folder, 'report.json'), file('report.json'));
  const cleaned = await runCommand('clean', ['report.json', ...at], {}, folder);
  expect(cleaned.stdout).toContain('what 2 requests POST /lamps created (no sentence deletes it)');
  // A further clean-up would change nothing.
  expect(cleaned.stdout).toMatch(/\nNo request deletes what is left: .*\n$/);
  expect(cleaned.code).toBe(0);
});

test.each([
  ['the suite excludes', 'exclusions: [{ requests: ["POST /lamps"], reason: They go out. }]\n', []],
  ['is disposable', '', ['--disposable']],
])('it lists nothing that %s', async (_what, exclusions, options) => {
  await using server = await startLamps();
  const argv = ['--base-url', server.url, '--suite', writeSuite(exclusions), ...options];
  const { code, report } = await runCheck(argv);
  expect([code, report?.leftovers]).toEqual([0, []]);
});
