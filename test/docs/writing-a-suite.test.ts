/** Runs the commands of the guide to writing a suite. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../../kit/free-port.js';
import { packageFile } from '../../kit/package-root.js';
import { readBlocks, Workplace } from './workplace.js';

const guide = 'writing-a-suite.md';
const [initialize = '', firstCheck = '', firstLint = '', secondCheck = '', ...more] = readBlocks(
  guide,
  'sh',
);
const [openapi = '', requirements = ''] = readBlocks(guide, 'yaml');
const [server = ''] = readBlocks(guide, 'js');
const [specification = ''] = readBlocks(guide, 'markdown');
const [feature = ''] = readBlocks(guide, 'gherkin');
const [steps = ''] = readBlocks(guide, 'ts');

const workplace = new Workplace({ spawns: true });
const at = (...path: string[]): string => join(workplace.folder, ...path);
let port = 0;
let child: ReturnType<typeof spawn> | undefined;

beforeAll(async () => {
  writeFileSync(at('openapi.yaml'), openapi);
  writeFileSync(at('server.mjs'), `${server}console.log('up');\n`);
  port = await findFreePort();
  child = spawn(process.execPath, [at('server.mjs')], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout !== null) await once(child.stdout, 'data');
});
afterAll(() => {
  child?.kill();
  workplace.remove();
});

/** Runs a block without the command that starts the server, which is already running. */
const run = (block: string) =>
  workplace.run(block.replace(/^PORT=.*\n/m, '').replaceAll('7001', String(port)));

it('has only the commands tested here', () => {
  expect(more).toEqual([]);
});

it('leads from a description and five sentences to a report', async () => {
  expect(await run(initialize)).toMatchObject({ code: 0 });
  expect(await run(firstCheck)).toMatchObject({
    code: 0,
    output: expect.stringContaining('The server conforms'),
  });

  writeFileSync(at('notes', 'specification.md'), specification);
  const suite = readFileSync(at('notes', 'suite.yaml'), 'utf8');
  writeFileSync(
    at('notes', 'suite.yaml'),
    suite.replace('# text: s', 'text: s').replace('sections:\n', 'sections:\n  "1": Notes\n'),
  );
  const linted = await run(firstLint);
  expect(linted.output.match(/neither a requirement nor an exclusion quotes/g)).toHaveLength(5);

  appendFileSync(at('notes', 'requirements.yaml'), requirements);
  writeFileSync(at('notes', 'features', 'prose.feature'), feature);
  const { code, output } = await run(secondCheck);
  expect(output.match(/^FAIL \S+/gm)).toEqual([
    'FAIL notes.text.unchanged',
    'FAIL notes.deleted.again',
  ]);
  const [, shownLine = ''] = readBlocks(guide, 'console')[0]?.split('\n') ?? [];
  expect(output).toContain(shownLine);
  expect(code).toBe(1);
});

it('has a working step file', async () => {
  const stepFile = join('notes', 'steps', 'notes.steps.ts');
  await workplace.run('mkdir -p notes/steps');
  writeFileSync(at(stepFile), steps);
  const suite = readFileSync(at('notes', 'suite.yaml'), 'utf8');
  writeFileSync(at('notes', 'suite.yaml'), suite.replace('# steps: steps', 'steps: steps'));
  const scenario = (most: number) =>
    `Feature: F\n  @req:get-notes.response.status\n  Scenario: S\n    When every note is shorter than ${most} characters\n`;
  writeFileSync(at('notes', 'features', 'short.feature'), scenario(1000));
  const check = `npx touchstone check --suite notes --base-url http://127.0.0.1:${port} --only get-notes.response.status`;
  expect(await run(check)).toMatchObject({ code: 0 });
  await run(`curl -s -X POST -d '{"text":"a note"}' http://127.0.0.1:${port}/notes`);
  writeFileSync(at('notes', 'features', 'short.feature'), scenario(3));
  expect(await run(check)).toMatchObject({
    code: 1,
    output: expect.stringContaining('body: expected less than 3 characters, observed 6'),
  });
});

it('documents all keys of suite.yaml', () => {
  const text = readFileSync(packageFile('docs', guide), 'utf8');
  const schema = JSON.parse(readFileSync(packageFile('spec', 'suite.schema.json'), 'utf8')) as {
    properties: Record<string, unknown>;
  };
  for (const key of Object.keys(schema.properties)) expect(text).toContain(`\`${key}\``);
});
