import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../cli/docs.js';

describe('touchstone docs', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-docs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const code = await main({ argv, env: {}, cwd: folder, stdin, stdout, stderr });
    stdout.end();
    stderr.end();
    return { code, out: await text(stdout), err: await text(stderr) };
  }

  it('writes a page with everything that it needs beside it', async () => {
    expect(await run('--output', 'site')).toMatchObject({
      code: 0,
      out: 'API docs: site/index.html\n',
    });
    const files = readdirSync(join(folder, 'site'));
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const sources = [...page.matchAll(/ (?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources.filter((source) => source !== 'data:,')).toEqual(['redoc.standalone.js']);
    expect(files).toEqual(
      expect.arrayContaining(['openapi.json', 'redoc.standalone.js', 'requirements.html']),
    );
  });

  it('describes every operation of the description in the page', async () => {
    await run('--output', 'site');
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    const description = JSON.parse(readFileSync(join(folder, 'site/openapi.json'), 'utf8'));
    expect(Object.keys(description.paths)).toEqual(['/api/users', '/api/products']);
    expect(page).toContain(JSON.stringify(description.paths).replaceAll('<', '\\u003c'));
  });

  it('leaves a renderer that is a valid script and fetches no picture', async () => {
    await run('--output', 'site');
    const renderer = readFileSync(join(folder, 'site/redoc.standalone.js'), 'utf8');
    expect(() => new Script(renderer)).not.toThrow();
    expect(renderer).not.toContain('cdn.redoc.ly');
  });

  it('lets no text of the description end the script that holds it', async () => {
    const title = '</script><script>alert(1)</script>';
    const description = { openapi: '3.1.0', info: { title, version: '1' }, paths: {} };
    writeFileSync(join(folder, 'hostile.json'), JSON.stringify(description));
    expect(await run('--spec', 'hostile.json', '--output', 'site')).toMatchObject({ code: 0 });
    const page = readFileSync(join(folder, 'site/index.html'), 'utf8');
    expect(page).not.toContain('<script>alert');
  });

  it('names the file and the fault of a description that is not valid', async () => {
    writeFileSync(join(folder, 'broken.yaml'), 'openapi: 3.1.0\ninfo: {}\n');
    const { code, err } = await run('--spec', 'broken.yaml');
    expect(code).toBe(2);
    expect(err).toMatch(/^touchstone docs: .*broken\.yaml is not a valid OpenAPI description: /);
    expect(await run('--spec', 'absent.yaml')).toMatchObject({ code: 2 });
  });

  it('says where it cannot write', async () => {
    writeFileSync(join(folder, 'site'), '');
    expect(await run('--output', 'site')).toEqual({
      code: 2,
      out: '',
      err: 'touchstone docs: site cannot be written: it is a file.\n',
    });
  });

  it('answers an unknown option with its name and code 2', async () => {
    const { code, err } = await run('--colour');
    expect(code).toBe(2);
    expect(err).toContain("Unknown option '--colour'");
  });
});
