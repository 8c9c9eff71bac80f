/** Runs the commands of the guide to checks by an OpenAPI description. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../conformance/derive/scenarios/model.js';
import type { Report } from '../../conformance/report/model.js';
import { packageFile } from '../../kit/package-root.js';
import { Notes, token } from '../conformance/derive/notes-server.js';
import { type ListeningServer, listen } from '../faulty/listen.js';
import { readBlocks, Workplace } from './workplace.js';

const guide = 'openapi.md';
const workplace = new Workplace();
const notes = new Notes();
let server: ListeningServer;

beforeAll(async () => {
  server = await listen(notes.listen());
  const description = packageFile('test', 'conformance', 'derive', 'notes.yaml');
  cpSync(description, join(workplace.folder, 'openapi.yaml'));
});
afterAll(async () => {
  await server.close();
  workplace.remove();
});

async function run(index: number) {
  const block = readBlocks(guide, 'sh')[index] ?? '';
  const result = await workplace.run(block.replaceAll('http://127.0.0.1:7001', server.url), {
    TOKEN: token,
  });
  return { ...result, ids: reported() };
}

/** The ids in the latest report. */
function reported(): readonly string[] {
  const report = readFileSync(join(workplace.folder, 'reports', 'report.json'), 'utf8');
  const { requirements } = JSON.parse(report) as Report;
  return requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id);
}

describe('the guide to checks by a description', () => {
  test('has a section for each kind', () => {
    const text = readFileSync(packageFile('docs', guide), 'utf8');
    expect([...text.matchAll(/^### (.*)$/gm)].map(([, name]) => name)).toEqual(kinds);
  });

  test('checks a server, and names only ids that there are', async () => {
    const { code, output, ids } = await run(0);
    expect(code, output).toBe(0);
    expect(ids).toContain('create-note.response.headers');
    expect(ids).toContain('list-notes.limit.minimum');
    expect(notes.notes.size).toBe(0);
  });

  test('lists requirements', async () => {
    const before = notes.requests;
    const { code, output } = await run(1);
    expect(code, output).toBe(0);
    expect(output).toContain('create-note.stored');
    expect(notes.requests).toBe(before);
  });

  test('leaves out kinds', async () => {
    const { code, output, ids } = await run(3);
    expect(code, output).toBe(0);
    expect(ids).toContain('create-note.stored');
    const left = /\.(limit|offset|pages|max-length|required|scheme)/;
    expect(ids.filter((id) => left.test(id))).toEqual([]);
  });

  test('generates requests', async () => {
    const { code, output, ids } = await run(4);
    expect(code, output).toBe(0);
    expect(ids).toContain('create-note.generated.valid');
    expect(ids).toContain('create-note.generated.invalid');
    expect(notes.notes.size).toBe(0);
  });

  test('plans fewer requests', async () => {
    const { code, output } = await run(5);
    expect(code, output).toBe(0);
    expect(output).toMatch(/--max-requests 40 leaves out \d+ requirements/);
  });

  test('takes the requirements of a description into a suite', async () => {
    expect((await run(2)).code).toBe(0);
    const [derived = ''] = readBlocks(guide, 'yaml');
    const requirements = [
      {
        ...{ id: 'notes.welcome', section: '1', statement: 'A note is created.' },
        needs: ['get-note.response.status'],
      },
      { id: 'create-note.stored', section: '1', statement: 'A note is stored.' },
    ];
    const scenario = (id: string) => [
      `  @req:${id}`,
      `  Scenario: ${id}`,
      '    Given I use the credential key',
      '    And what POST /notes creates is cleaned up with DELETE /notes/$'.concat('{$.id}'),
      '    When I send POST /notes with {"title": "$'.concat('{unique}", "state": "open"}'),
      '    Then the status is 201',
    ];
    const suite = join(workplace.folder, 'my-suite');
    const head = 'name: notes\ntitle: Notes\nrequirements: own.json\nfeatures: own\n';
    const key = 'credentials:\n  key:\n    help: a token\n    header: "Authorization: Bearer $';
    writeFileSync(join(suite, 'suite.yaml'), `${head}${derived}${key}{value}"\n`);
    writeFileSync(join(suite, 'own.json'), JSON.stringify({ requirements }));
    cpSync(join(workplace.folder, 'openapi.yaml'), join(suite, 'openapi.yaml'));
    const steps = requirements.flatMap(({ id }) => scenario(id)).join('\n');
    mkdirSync(join(suite, 'own'));
    writeFileSync(join(suite, 'own', 'notes.feature'), `Feature: Notes\n${steps}\n`);
    const lint = await workplace.run('npx touchstone lint my-suite');
    expect(lint.output).toContain('No problems found.');
    const check = `npx touchstone check --suite my-suite --base-url ${server.url} --key ${token}`;
    const { code, output } = await workplace.run(check);
    expect(code, output).toBe(0);
    const ids = reported();
    expect(ids).toContain('notes.welcome');
    expect(ids).toContain('create-note.response.status');
    expect(ids.filter((id) => /max-length|pages/.test(id))).toEqual([
      'replace-note.title.max-length',
      'change-note.title.max-length',
    ]);
  });
});
