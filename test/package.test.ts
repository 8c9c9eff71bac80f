/** The package that `npm pack` makes works on its own, with no more than its dependencies. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFile } from '../cli/package-root.js';

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;

/** Packages and scopes that a folder of modules holds, all but those for development. */
function* installedModules(folder: string): Generator<string> {
  for (const name of readdirSync(folder).filter((entry) => !entry.startsWith('.'))) {
    const names = name.startsWith('@')
      ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`)
      : [name];
    yield* names.filter((one) => !(one in manifest.devDependencies));
  }
}

describe('the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-package-'));
  const workplace = join(folder, 'workplace');
  const packed = join(workplace, 'node_modules', 'touchstone');

  function touchstone(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
    return run(process.execPath, [join(packed, 'bin', 'touchstone.js'), ...argv], {
      cwd: workplace,
    });
  }

  beforeAll(async () => {
    mkdirSync(packed, { recursive: true });
    await run('npm', ['pack', '--pack-destination', folder], { cwd: packageFile() });
    const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['xzf', join(folder, tarball), '-C', packed, '--strip-components', '1']);
    const modules = packageFile('node_modules');
    for (const name of installedModules(modules)) {
      const link = join(workplace, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(modules, name), link);
    }
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  it('holds what is needed to run, and nothing else', () => {
    expect(readdirSync(packed).sort()).toEqual(
      [
        ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'],
        ...['bin', 'conformance', 'dist', 'docs', 'examples', 'features', 'reference-server'],
        ...['reports', 'spec'],
      ].sort(),
    );
    const files = readdirSync(packed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /\.ts$|sqlite3|^dist\/(test|bench)/.test(name))).toEqual([]);
  });

  it('says its version', async () => {
    expect((await touchstone('--version')).stdout).toBe(`${manifest.version}\n`);
  });

  it('checks the reference server', async () => {
    const { stdout } = await touchstone('check', '--only', 'users.delete.*', '--profile', 'basic');
    expect(stdout).toContain('conforms');
    const reports = readdirSync(join(workplace, 'reports')).sort();
    expect(reports).toEqual(['badge.svg', 'junit.xml', 'report.html', 'report.json', 'summary.md']);
  });

  it('makes a project and serves it', async () => {
    await touchstone('new', 'shop');
    expect(existsSync(join(workplace, 'shop', '.gitignore'))).toBe(true);
    const argv = [join(packed, 'bin', 'touchstone.js'), 'serve', 'shop', '--port', '0'];
    const server = spawn(process.execPath, argv, { cwd: workplace });
    try {
      const [greeting] = (await once(server.stdout, 'data')) as [Buffer];
      const [url] = /http:\/\/\S+/.exec(String(greeting)) ?? [];
      const answer = await fetch(`${url}/api/hello?name=Ada`);
      expect(answer.status).toBe(200);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });

  it('runs a Wren program', async () => {
    expect((await touchstone('wren', '-e', 'System.print(6 * 7)')).stdout).toBe('42\n');
  });

  it('builds the API documentation', async () => {
    await touchstone('docs', '--output', 'site');
    const site = readdirSync(join(workplace, 'site'));
    expect(site).toEqual(expect.arrayContaining(['index.html', 'redoc.standalone.js']));
  });

  it.each(
    ['check', 'compare', 'replay', 'serve', 'new', 'key', 'token', 'wren', 'docs'].map((name) => [
      name,
    ]),
  )('explains %s with an example', async (name) => {
    expect((await touchstone(name, '--help')).stdout).toMatch(
      new RegExp(`Examples?:\\n.*touchstone ${name}`, 's'),
    );
  });
});
