/** Step files whose code no step awaits, throws values that are not errors, or never ends. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../conformance/step-files/load-steps.js';
import { packageFile } from '../../kit/package-root.js';
import { makeFolder, removeFolders } from './run-check.js';

const server = createServer((_request, response) => response.end());
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());
afterAll(removeFolders);

const files = {
  'suite.yaml': `name: a
title: A
requirements: requirements.yaml
features: features
steps: steps
start: { title: the server, command: node server.mjs }
`,
  'requirements.yaml': 'requirements:\n  - id: a.b\n    statement: It holds.\n',
  'features/a.feature': 'Feature: A\n  @req:a.b\n  Scenario: One\n    Then it holds\n',
  'server.mjs': `import { createServer } from 'node:http';
createServer((request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');
`,
};

interface Ended {
  readonly code: unknown;
  readonly output: string;
}

/** Checks with a suite whose only step has this code, by the launcher. */
async function check(code: string, argv: readonly string[]): Promise<Ended> {
  const folder = makeFolder();
  const steps = `import { setWorldConstructor, Then } from 'touchstone';\n\nThen('it holds', ${code});\n`;
  for (const [name, text] of Object.entries({ ...files, 'steps/a.steps.js': steps })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const launcher = [packageFile('bin/touchstone.js'), 'check', '--quiet', '--suite', '.', ...argv];
  return await new Promise((resolve) => {
    execFile(process.execPath, launcher, { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: `${stdout}${stderr}` });
    });
  });
}

/** The server of this test is checked in the first thread, one of the suite in another thread. */
const targets = ['of another process', 'of the suite'] as const;

function optionsFor(target: (typeof targets)[number]): readonly string[] {
  const { port } = server.address() as AddressInfo;
  return target === 'of the suite' ? [] : ['--base-url', `http://127.0.0.1:${port}`];
}

test.each(targets)(
  'with a server %s, a rejected promise that nothing awaits is a mistake of the suite',
  async (target) => {
    const code = "async () => { Promise.reject(new Error('lost')); await new Promise(() => {}); }";
    const { code: exitCode, output } = await check(code, optionsFor(target));
    expect(output).toContain('steps/a.steps.js:3: Error: lost. No step awaited the code that');
    expect(output).not.toContain('    at ');
    expect(exitCode).toBe(2);
  },
);

test('a step that ends the process leaves no verdict', async () => {
  const { code, output } = await check('() => process.exit(0)', optionsFor(targets[0]));
  expect(output).toContain('a step file has ended the process, with process.exit().');
  expect(code).toBe(2);
});

test('a check that can only wait for ever does not blame process.exit()', async () => {
  const code = `() => { throw new Error('dark'); });
class Waiting {
  begin() {}
  explain() { return new Promise(() => {}); }
}
setWorldConstructor(Waiting`;
  const { code: exitCode, output } = await check(code, optionsFor(targets[0]));
  expect(output).toContain('nothing is left that it could wait for');
  expect(output).not.toContain('process.exit()');
  expect(exitCode).toBe(2);
});

test('a step that throws no error is a mistake of the suite, and its timers keep no process alive', async () => {
  const code = "() => { setInterval(() => {}, 1000); return Promise.reject({ reason: 'dark' }); }";
  const { code: exitCode, output } = await check(code, optionsFor(targets[0]));
  expect(output).toContain(
    `"it holds": steps/a.steps.js:3: The step threw { reason: 'dark' }, which is not an Error.`,
  );
  expect(exitCode).toBe(2);
});

test('a step file that never finishes loading is named', async () => {
  const file = join(makeFolder(), 'endless.mjs');
  writeFileSync(file, 'await new Promise(() => {});\n');
  await expect(importFile(file, 50)).rejects.toThrow(
    'endless.mjs: the step file cannot be loaded: it has not ended after 0.05 seconds, as if',
  );
});
