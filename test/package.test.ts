/** The package that `npm pack` makes works on its own, with no more than its dependencies. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageFile } from '../kit/package-root.js';
import { readBlocks } from './docs/workplace.js';

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as Manifest;

/** Packages and scopes that a folder of modules holds, all but our own and those for development. */
function* installedModules(folder: string): Generator<string> {
  const isOthers = (entry: string) => !entry.startsWith('.') && entry !== '@touchstone';
  for (const name of readdirSync(folder).filter(isOthers)) {
    const names = name.startsWith('@')
      ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`)
      : [name];
    yield* names.filter((one) => !(one in manifest.devDependencies));
  }
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Mine', version: '1' },
  paths: { '/': { get: { responses: { 200: { description: 'all of it' } } } } },
};

const ownSteps = `import { type ScenarioWorld, Then, Violation } from 'touchstone';
Then('the answer is no longer than {int} bytes', function (this: ScenarioWorld, most: number) {
  const { length } = this.answer.response.body;
  if (length <= most) return;
  throw new Violation([{ path: 'body', expected: 'less', observed: String(length) }]);
});
`;

const ownFeature = `Feature: F
  @req:todos.list.status
  Scenario: S
    When I send GET /
    Then the answer is no longer than 100000 bytes
`;

const ownHost = (
  name: string,
) => `import { constantTime, createInterpreter, type Program } from '${name}';
const classes = [{ name: 'Host', statics: constantTime({ name: () => 'corner' }) }];
const modules = { resolve: (written: string) => written, load: () => 'Host.name' };
export const program: Program = createInterpreter({ modules, classes }).compile('main');
// @ts-expect-error: names are texts
createInterpreter({ modules }).compile(1);
`;

/** Expects that a guide's example prints what the guide says, and that its package has types. */
async function expectExample(workplace: string, guide: string, name: string): Promise<void> {
  const [example = ''] = readBlocks(guide, 'js');
  expect(example).toContain(`from '${name}';`);
  writeFileSync(join(workplace, 'example.mjs'), example);
  const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: workplace });
  expect([stdout]).toEqual(readBlocks(guide, 'text'));
  writeFileSync(join(workplace, 'host.mts'), ownHost(name));
  const compiler = packageFile('node_modules', 'typescript', 'bin', 'tsc');
  const types = packageFile('node_modules', '@types');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const argv = [compiler, ...options, '--types', 'node', '--typeRoots', types, 'host.mts'];
  await run(process.execPath, argv, { cwd: workplace });
}

/** Packs what a command of npm says, and unpacks it into a folder of modules. */
async function install(packed: string, ...options: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-tarball-'));
  mkdirSync(packed, { recursive: true });
  await run('npm', ['pack', '--pack-destination', folder, ...options], { cwd: packageFile() });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['xzf', join(folder, tarball), '-C', packed, '--strip-components', '1']);
  rmSync(folder, { recursive: true });
}

const sourceMap = /sourceMappingURL=data:.*;base64,(.*)/;

/** The files that name the folder in which they were made, in their source maps as well. */
function filesNamingFolder(packed: string): string[] {
  const names = readdirSync(packed, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    if (!/\.(js|json|map)$/.test(name)) return false;
    const text = readFileSync(join(packed, name), 'utf8');
    const map = Buffer.from(sourceMap.exec(text)?.[1] ?? '', 'base64').toString();
    return [text, map].some((one) => one.includes(packageFile()));
  });
}

describe('the package of the interpreter', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'touchstone-wren-package-'));
  const packed = join(workplace, 'node_modules', '@touchstone', 'wren');

  beforeAll(() => install(packed, '--workspace', '@touchstone/wren'), 120_000);

  afterAll(() => rmSync(workplace, { recursive: true }));

  it('holds the compiled interpreter, and needs no other package', () => {
    expect(readdirSync(packed).sort()).toEqual(['README.md', 'dist', 'package.json']);
    const { dependencies, exports } = JSON.parse(
      readFileSync(join(packed, 'package.json'), 'utf8'),
    ) as { dependencies?: object; exports: Readonly<Record<string, unknown>> };
    expect(dependencies).toBeUndefined();
    expect(Object.keys(exports)).toEqual(['.', './package.json']);
  });

  it('runs the example of its README', async () => {
    await expectExample(workplace, '../interpreter/README.md', '@touchstone/wren');
  }, 60_000);
});

describe('the package', () => {
  const workplace = mkdtempSync(join(tmpdir(), 'touchstone-package-'));
  const packed = join(workplace, 'node_modules', 'touchstone');

  function touchstone(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
    return run(process.execPath, [join(packed, 'bin', 'touchstone.js'), ...argv], {
      cwd: workplace,
    });
  }

  beforeAll(async () => {
    await install(packed);
    const modules = packageFile('node_modules');
    for (const name of installedModules(modules)) {
      const link = join(workplace, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(modules, name), link);
    }
  });

  afterAll(() => rmSync(workplace, { recursive: true }));

  it('tells nobody where it was made', () => {
    expect(filesNamingFolder(packed)).toEqual([]);
  });

  it('holds what is needed to run, and nothing else', () => {
    expect(readdirSync(packed).sort()).toEqual(
      [
        ...['CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md', 'package.json'],
        ...['api-docs', 'bin', 'conformance', 'dist', 'docs', 'examples', 'features'],
        ...['reference-server', 'reports', 'spec'],
      ].sort(),
    );
    const files = readdirSync(packed, { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => /(?<!\.d)\.ts$|sqlite3|^dist\/(test|bench)/.test(name))).toEqual(
      [],
    );
    expect(files).toContain('dist/types/conformance/index.d.ts');
  });

  it('says its version', async () => {
    expect((await touchstone('--version')).stdout).toBe(`${manifest.version}\n`);
  });

  it('checks the reference server', async () => {
    const { stdout } = await touchstone('check', '--only', 'users.delete.*', '--profile', 'basic');
    expect(stdout).toContain('conforms');
    const reports = readdirSync(join(workplace, 'reports')).sort();
    expect(reports).toEqual([
      ...['badge.svg', 'history', 'junit.xml', 'report.html', 'report.json'],
      ...['requirements.html', 'summary.md'],
    ]);
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
    expect(site).toEqual(expect.arrayContaining(['index.html', 'requirements.html']));
  });

  it('makes a suite, lints it, checks a server with it and documents it', async () => {
    const at = (...path: string[]) => join(workplace, ...path);
    cpSync(packageFile('examples', 'suites', 'todo'), at('todo'), { recursive: true });
    writeFileSync(at('openapi.json'), JSON.stringify(description));
    await touchstone('init', 'mine', '--openapi', 'openapi.json');
    expect((await touchstone('lint', 'mine')).stdout).not.toContain('error');
    await touchstone('docs', '--suite', 'mine', '--output', 'mine-site');
    expect(readFileSync(at('mine-site', 'requirements.html'), 'utf8')).toContain('GET /');
    mkdirSync(at('todo', 'steps'));
    writeFileSync(at('todo', 'steps', 'own.steps.ts'), ownSteps);
    const suite = readFileSync(at('todo', 'suite.yaml'), 'utf8');
    writeFileSync(at('todo', 'suite.yaml'), `${suite}steps: steps\n`);
    writeFileSync(at('todo', 'features', 'own.feature'), ownFeature);
    const { stdout } = await touchstone('check', '--suite', 'todo', '--only', 'todos.list.*');
    expect(stdout).toContain('conforms');
  });

  it('runs the example of embedding the interpreter', async () => {
    await expectExample(workplace, 'embedding-the-interpreter.md', 'touchstone/wren');
  }, 60_000);

  it.each(
    [
      'check',
      'init',
      'lint',
      'clean',
      'compare',
      'replay',
      'serve',
      'new',
      'key',
      'token',
      'wren',
      'docs',
    ].map((name) => [name]),
  )('explains %s with an example', async (name) => {
    expect((await touchstone(name, '--help')).stdout).toMatch(
      new RegExp(`Examples?:\\n.*touchstone ${name}`, 's'),
    );
  });
});
