/** Messages about an SQLite driver that is missing or does not suit the Node.js version. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageFile } from '../../../../kit/package-root.js';
import { type Driver, loadDriver } from '../../../../reference-server/database/sqlite/driver.js';
import { temporaryFolder } from '../../support/temporary.js';

/** Creates packages with the given code. Returns a function that loads the driver from them. */
function install(packages: Readonly<Record<string, string>>): (nodeApi: number) => Driver {
  const folder = temporaryFolder();
  const modules = join(folder, 'node_modules');
  for (const [name, code] of Object.entries(packages)) {
    mkdirSync(join(modules, name), { recursive: true });
    writeFileSync(join(modules, name, 'index.js'), code);
  }
  const require = createRequire(join(folder, 'index.js'));
  return (nodeApi) => loadDriver(require, nodeApi);
}

const working = (release: number) =>
  `module.exports = class { static release = ${release}; close() {} }`;

/** Fails at the first connection, as the real packages do. */
const failing = (message: string) =>
  `module.exports = class { constructor() { throw new Error(${JSON.stringify(message)}) } }`;

const [node20, node22] = [9, 10];
const compiler = 'with a C++ compiler, make and Python on the machine';

describe('the SQLite driver', () => {
  it.each([
    [node20, 12],
    [node22, 13],
    [node22 + 1, 13],
  ])('for Node-API %i is release %i', (nodeApi, release) => {
    const load = install({ 'better-sqlite3': working(13), 'better-sqlite3-12': working(12) });
    expect(load(nodeApi)).toHaveProperty('release', release);
  });

  it('is never the release that aborts in newer releases of Node.js', () => {
    const load = install({ 'better-sqlite3-12': working(12) });
    expect(() => load(node22)).toThrow(
      'The SQLite driver cannot be used: the package better-sqlite3 is missing. ' +
        'Install the packages again.',
    );
  });

  it('is never the release that crashes older releases of Node.js', () => {
    const load = install({ 'better-sqlite3': working(13) });
    expect(() => load(node20)).toThrow(
      'The SQLite driver cannot be used: the package better-sqlite3-12 is missing. ' +
        'Either use Node.js 22.14 or newer, which needs no compiler, or, ' +
        `${compiler}, run "npm install better-sqlite3-12@npm:better-sqlite3@12 --ignore-scripts=false".`,
    );
  });

  it.each([
    ['Could not locate the bindings file. Tried: …', 'npm was not allowed to compile the package'],
    ['compiled against a different version\nusing …', 'was compiled for another Node.js (compiled'],
  ])('explains after "%s" how to compile it', (message, reason) => {
    const load = install({ 'better-sqlite3-12': failing(message) });
    expect(() => load(node20)).toThrow(reason);
    expect(() => load(node20)).toThrow(
      `${compiler}, run "npm rebuild better-sqlite3-12 --ignore-scripts=false".`,
    );
  });

  it('names alternatives on a platform without a binary', () => {
    const load = install({ 'better-sqlite3': failing('no such file') });
    expect(() => load(node22)).toThrow(
      `it has no binary for ${process.platform}-${process.arch} (no such file). ` +
        'Serve from PostgreSQL, or use Node.js 20, for which npm compiles the driver.',
    );
  });
});

describe('the lock file', () => {
  // npm reads this field from the lock file only, and drops it when it writes the file.
  const { packages } = JSON.parse(readFileSync(packageFile('package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { optionalDependencies?: Readonly<Record<string, string>> }>>;
  };

  // npm omits those of other systems when it adds a package to installed ones.
  it('has the binaries of packages for all systems', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    const installed = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
    expect(wanted.filter((name) => !installed.includes(name))).toEqual([]);
  });

  it('prevents npm from compiling the release that contains its binaries', () => {
    expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
  });

  it('installs the compiled release only where the other release cannot run', () => {
    expect(packages['node_modules/better-sqlite3-12']).toMatchObject({
      engines: { node: '>=20.19 <22.14' },
    });
  });
});
