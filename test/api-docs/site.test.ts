import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../cli/docs.js';
import { sampleReport } from '../conformance/report/sample.js';
import { runCommand } from '../reference-server/support/command.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-docs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const info = { title: 'Lamps', version: '1' };
const operation = (get: object) => ({ paths: { '/a': { get } } });
const run = (...argv: string[]) => runCommand(main, argv, folder);

describe('touchstone docs', () => {
  it('writes a page that needs no other file', async () => {
    expect(await run('--output', 'site')).toMatchObject({
      code: 0,
      stdout: 'API docs: site/index.html\n',
    });
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const sources = [...page.matchAll(/ (?:src|href)="([^"#][^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual(['openapi.json', 'requirements.html']);
    expect(readdirSync(join(folder, 'site')).sort()).toEqual([
      'index.html',
      'openapi.json',
      'requirements.html',
    ]);
  });

  it('shows all operations of the description', async () => {
    await run('--output', 'site');
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const { paths } = JSON.parse(readFileSync(join(folder, 'site/openapi.json'), 'utf8'));
    expect(Object.keys(paths)).toEqual(['/api/users', '/api/products']);
    const operations = Object.values(paths).flatMap((item) => Object.values(item as object));
    expect(operations).toHaveLength(10);
    for (const { operationId, summary } of operations) {
      expect(page).toContain(`id="operation-${operationId}"`);
      expect(page).toContain(summary.replaceAll("'", '&#39;'));
    }
  });

  it('removes the page of requirements for another description', async () => {
    await run('--output', 'site');
    const description = { openapi: '3.1.0', info: { title: 'Mine', version: '1' }, paths: {} };
    writeFileSync(join(folder, 'mine.json'), JSON.stringify(description));
    expect(await run('--openapi', 'mine.json', '--output', 'site')).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, 'site')).sort()).toEqual(['index.html', 'openapi.json']);
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).not.toContain('requirements');
  });
});

describe('touchstone docs with unusual input', () => {
  it('exits with 2 for --openapi with --suite', async () => {
    const { code, stderr } = await run('--openapi', 'mine.json', '--suite', 'mine');
    expect([code, stderr]).toEqual([2, expect.stringContaining('exclude each other')]);
  });

  it('exits with 2 for a result of another suite', async () => {
    const report = sampleReport();
    const file = join(folder, 'report.json');
    const suite = { ...report.suite, name: 'another' };
    writeFileSync(file, JSON.stringify({ ...report, suite }));
    const { code, stderr } = await run('--report', 'report.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('a result of the suite another')]);
  });

  it('escapes a description that contains </script>', async () => {
    const title = '</script><script>alert(1)</script>';
    const description = { openapi: '3.1.0', info: { title, version: '1' }, paths: {} };
    writeFileSync(join(folder, 'hostile.json'), JSON.stringify(description));
    expect(await run('--openapi', 'hostile.json', '--output', 'site')).toMatchObject({ code: 0 });
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    expect(page).not.toContain('<script>alert');
  });

  it('exits with 2 for an invalid description and prints file and reason', async () => {
    writeFileSync(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo: {}\n');
    const { code, stderr } = await run('--openapi', 'broken.yaml');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^touchstone docs: .*broken\.yaml:1: it is not a valid OpenAPI description: /,
    );
    expect(await run('--openapi', 'absent.yaml')).toMatchObject({ code: 2 });
    const old = { swagger: '2.0', info: { title: 'Old', version: '1' }, paths: {} };
    writeFileSync(join(folder, 'old.json'), JSON.stringify(old));
    expect((await run('--openapi', 'old.json')).stderr).toContain('its version is 2.0.');
  });

  it('builds the page of a description with mistakes, and names them', async () => {
    const info = { title: 'Lamps', version: '1' };
    const tags = [{ name: 'lamps', externalDocs: { url: 'https://a.example', description: null } }];
    const description = { openapi: '3.1.0', info, tags, paths: {} };
    writeFileSync(join(folder, 'invalid.json'), JSON.stringify(description));
    const { code, stderr } = await run('--openapi', 'invalid.json', '--output', 'site');
    expect(stderr).toMatch(
      /invalid\.json:1: it is not a valid OpenAPI description: .*externalDocs.*\nThe page may be incomplete\.\n$/s,
    );
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'site/index.html'), 'utf8')).toContain('Lamps');
  });

  it.each([
    ['servers', { servers: [[]] }, 'GET /a'],
    ['credentials', { security: [null] }, 'GET /a'],
    ['the name of the license', { info: { ...info, license: { name: {} } } }, 'The API'],
    ['the name of an operation', operation({ operationId: 7 }), 'GET /a'],
    ['answers', operation({ responses: [null] }), 'GET /a'],
    [
      'a schema',
      { components: { schemas: { A: { properties: { b: {} }, required: 7 } } } },
      'The schema A',
    ],
    [
      'an operation of OpenAPI 3.2',
      { openapi: '3.2.0', ...operation({ responses: [null] }) },
      'GET /a',
    ],
  ])('writes no page of a description with a wrong type of %s', async (_of, part, name) => {
    const description = { openapi: '3.1.0', info, paths: { '/a': { get: {} } }, ...part };
    writeFileSync(join(folder, 'wrong.json'), JSON.stringify(description));
    const { code, stderr } = await run('--openapi', 'wrong.json', '--output', 'site');
    const said = `touchstone docs: ${name} cannot be shown: a value in the description has a wrong type (`;
    expect(stderr.split('\n').at(-2)).toContain(said);
    expect(code).toBe(2);
    expect(existsSync(join(folder, 'site'))).toBe(false);
  });

  it('links schemas that refer to each other in many ways', async () => {
    const names = [...'abcdefghij'];
    const referring = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schemas = Object.fromEntries(
      names.map((name) => [name, { properties: { [name]: {} }, oneOf: referring }]),
    );
    const info = { title: 'Tangled', version: '1' };
    const description = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
    writeFileSync(join(folder, 'tangled.json'), JSON.stringify(description));
    const { code, stderr } = await run('--openapi', 'tangled.json', '--output', 'site');
    expect([code, stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'site/index.html')).length).toBeLessThan(3_000_000);
  });

  it('exits with 2 for an output path that is a file', async () => {
    writeFileSync(join(folder, 'site'), '');
    expect(await run('--output', 'site')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'touchstone docs: site cannot be written: it is a file.\n',
    });
  });

  it('exits with 2 for an unknown option and prints its name', async () => {
    const { code, stderr } = await run('--colour');
    expect(code).toBe(2);
    expect(stderr).toContain("Unknown option '--colour'");
  });
});
