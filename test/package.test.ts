/** The packages that `npm pack` creates work with only their dependencies installed. */
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
import { compatibilitySchema } from '../reference-server/database/postgres/sqlite-on-postgres/index.js';
import { readBlocks } from './docs/workplace.js';
import { endSharedPostgres, sharedAddress } from './reference-server/support/postgres.js';

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

function readManifest(...path: string[]): Manifest {
  return JSON.parse(readFileSync(packageFile(...path, 'package.json'), 'utf8')) as Manifest;
}

const manifest = readManifest();

/** Dependencies of a checkout only. On Node 20, the driver is for users of the package to add. */
const ofCheckout = { ...manifest.devDependencies, ...readManifest('bin').dependencies };

/** Installed packages, except Touchstone's own and those of a checkout only. */
function* installedModules(folder: string): Generator<string> {
  const isForeign = (entry: string) => !entry.startsWith('.') && entry !== '@touchstone';
  for (const name of readdirSync(folder).filter(isForeign)) {
    const names = name.startsWith('@')
      ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`)
      : [name];
    yield* names.filter((one) => !(one in ofCheckout));
  }
}

/** Lets packages below a folder find installed modules. */
function link(folder: string, names: Iterable<string>): void {
  for (const name of names) {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(packageFile('node_modules', name), path);
  }
}

const description = {
  openapi: '3.1.0',
  info: { title: 'Mine', version: '1' },
  paths: { '/': { get: { responses: { 200: { description: 'all of it' } } } } },
};

const ownSteps = `import { Then, Violation } from 'touchstone';
Then('the answer is no longer than {int} bytes', function (most) {
  const { length } = this.answer.response.body;
  if (length <= most) return;
  throw new Violation([{ path: 'body', expected: 'less', observed: String(length) }]);
});
`;

/** Step functions without annotations, and with them. */
const typedSteps = `import { DataTable, Given, ScenarioWorld, Then } from 'touchstone';
declare module 'touchstone' {
  interface ParameterTypes { color: { readonly red: number } }
}
class Shop extends ScenarioWorld { basket = 1; }
Then('{int} bytes of {color} in {word}, {string}, \\\\{no\\\\} {other}', function (n, color, word, text) {
  this.remember(word.trim() + text.trim(), n.toFixed() + color.red.toFixed());
});
Given('a table', (table) => table instanceof DataTable ? table.hashes() : table.trim());
Given('a table', (table: DataTable) => table.hashes());
Given(/^(\\d+) days$/, (days: number) => days.toFixed());
Given('the {date} and {int}', function (this: Shop, date: string, n) { this.basket = n + date.length; });
// @ts-expect-error: the parameter is a number
Given('{int} days', (days: string) => days.trim());
// @ts-expect-error: only one parameter and a table or text
Given('{int} days', (days, table, more) => [days, table, more]);
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

/** Expects that a guide's example prints the documented output. */
async function expectExample(
  folder: string,
  guide: string,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [example = ''] = readBlocks(guide, 'js');
  expect(example).toContain(`from '${name}';`);
  writeFileSync(join(folder, 'example.mjs'), example);
  const options = { cwd: folder, env: { ...process.env, ...env } };
  const { stdout } = await run(process.execPath, ['example.mjs'], options);
  expect([stdout]).toEqual(readBlocks(guide, 'text'));
}

/** Compiles a file with the declarations of a package. Default: without types of Node.js. */
async function compileStrictly(
  folder: string,
  file: string,
  text: string,
  types = '',
): Promise<void> {
  writeFileSync(join(folder, file), text);
  const compiler = packageFile('node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022'];
  const ownTypesOnly = ['--skipLibCheck', 'false', '--lib', 'es2022', '--types', types];
  await run(process.execPath, [compiler, ...options, ...ownTypesOnly, file], { cwd: folder });
}

/** Packs a package with `npm pack` and unpacks it into the folder `target`. */
async function install(target: string, ...options: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-tarball-'));
  mkdirSync(target, { recursive: true });
  await run('npm', ['pack', '--pack-destination', folder, ...options], { cwd: packageFile() });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await run('tar', ['xzf', join(folder, tarball), '-C', target, '--strip-components', '1']);
  rmSync(folder, { recursive: true });
}

const sourceMap = /sourceMappingURL=data:.*;base64,(.*)/;

/** Files that contain the path of this checkout, also in their source maps. */
function filesNamingFolder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => {
    if (!/\.(js|json|map)$/.test(name)) return false;
    const text = readFileSync(join(folder, name), 'utf8');
    const map = Buffer.from(sourceMap.exec(text)?.[1] ?? '', 'base64').toString();
    return [text, map].some((one) => one.includes(packageFile()));
  });
}

const workplace = mkdtempSync(join(tmpdir(), 'touchstone-package-'));
const packed = join(workplace, 'node_modules', 'touchstone');

function touchstone(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, [join(packed, 'bin', 'touchstone.js'), ...argv], {
    cwd: workplace,
  });
}

beforeAll(async () => {
  await install(packed);
  link(workplace, installedModules(packageFile('node_modules')));
});

afterAll(() => rmSync(workplace, { recursive: true }));

describe('the package of the interpreter', () => {
  const wrenWorkplace = mkdtempSync(join(tmpdir(), 'touchstone-wren-package-'));
  const wrenPacked = join(wrenWorkplace, 'node_modules', '@touchstone', 'wren');

  beforeAll(() => install(wrenPacked, '--workspace', '@touchstone/wren'), 120_000);

  afterAll(() => rmSync(wrenWorkplace, { recursive: true }));

  it('contains the compiled interpreter and has no dependencies', () => {
    expect(readdirSync(wrenPacked).sort()).toEqual(['README.md', 'dist', 'package.json']);
    const { dependencies, exports } = JSON.parse(
      readFileSync(join(wrenPacked, 'package.json'), 'utf8'),
    ) as { dependencies?: object; exports: Readonly<Record<string, unknown>> };
    expect(dependencies).toBeUndefined();
    expect(Object.keys(exports)).toEqual(['.', './package.json']);
  });

  it('runs the example of its README', async () => {
    const name = '@touchstone/wren';
    await expectExample(wrenWorkplace, '../interpreter/README.md', name);
    await compileStrictly(wrenWorkplace, 'host.mts', ownHost(name));
  }, 60_000);
});

describe('the package of SQL', () => {
  const name = '@touchstone/sqlite-on-postgres';
  const folder = 'reference-server/database/postgres/sqlite-on-postgres';
  const sqlWorkplace = mkdtempSync(join(tmpdir(), 'touchstone-sql-package-'));
  const sqlPacked = join(sqlWorkplace, 'node_modules', name);

  beforeAll(async () => {
    await install(sqlPacked, '--workspace', name);
    // Its values have blobs of Node.js.
    link(sqlWorkplace, ['pg', 'sqlite3-parser', '@types/node', 'undici-types']);
  }, 120_000);

  afterAll(async () => {
    await endSharedPostgres();
    rmSync(sqlWorkplace, { recursive: true });
  });

  it('runs the example of its README', async () => {
    const env = { DATABASE_URL: await sharedAddress() };
    await expectExample(sqlWorkplace, `../${folder}/README.md`, name, env);
  }, 60_000);

  it('has types', async () => {
    const text = `import { translate, type Translation } from '${name}';
export const found: Translation = translate('SELECT 1');
// @ts-expect-error: statements are texts
translate(1);
`;
    await compileStrictly(sqlWorkplace, 'use.mts', text, 'node');
  }, 60_000);
});

it('the packages of the workspace have one version', () => {
  const { version } = manifest;
  const versions = ['interpreter', 'reference-server/database/postgres/sqlite-on-postgres'].map(
    (folder) => readManifest(folder).version,
  );
  expect(versions).toEqual([version, version]);
  expect(compatibilitySchema.sql).toContain(`IS '${version} `);
});

describe('the package', () => {
  it('does not contain the path of the checkout', () => {
    expect(filesNamingFolder(packed)).toEqual([]);
  });

  it('contains exactly the files needed to run', () => {
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

  it(
    'has types for steps without annotations',
    () => compileStrictly(workplace, 'typed.steps.mts', typedSteps),
    60_000,
  );

  it('runs the example of embedding the interpreter', async () => {
    await expectExample(workplace, 'embedding-the-interpreter.md', 'touchstone/wren');
    await compileStrictly(workplace, 'host.mts', ownHost('touchstone/wren'));
  }, 60_000);
});

describe('the command of the package', () => {
  it('prints its version', async () => {
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

  it('runs a Wren program', async () => {
    expect((await touchstone('wren', '-e', 'System.print(6 * 7)')).stdout).toBe('42\n');
  });

  it('builds the API documentation', async () => {
    await touchstone('docs', '--output', 'site');
    const site = readdirSync(join(workplace, 'site'));
    expect(site).toEqual(expect.arrayContaining(['index.html', 'requirements.html']));
  });
});

describe('the command of the package, with own scripts and steps', () => {
  it('creates a project and serves it', async () => {
    await touchstone('new', 'shop');
    expect(existsSync(join(workplace, 'shop', '.gitignore'))).toBe(true);
    const argv = [join(packed, 'bin', 'touchstone.js'), 'serve', 'shop', '--port', '0'];
    const server = spawn(process.execPath, argv, { cwd: workplace });
    try {
      const [output] = (await once(server.stdout, 'data')) as [Buffer];
      const [url] = /http:\/\/\S+/.exec(String(output)) ?? [];
      const answer = await fetch(`${url}/api/hello?name=Ada`);
      expect(answer.status).toBe(200);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  });

  it('creates, lints and documents a suite, and checks a server by a suite with its own steps', async () => {
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
});
