/** The rules that keep the parts apart: which folder may import from which. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadShippedSuite } from '../conformance/suite/load-suite.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  /** Path of the importing file, relative to the root. */
  readonly from: string;
  /** Path of the imported file, or the name of a package. */
  readonly to: string;
}

/** The modules that a file imports or exports from, also by `import()`. */
function specifiersIn(text: string): readonly string[] {
  const statements = text.matchAll(/(?<=^(?:import|export)\b(?:[^'"`;=()]*\bfrom)? ')[^']+/gm);
  const calls = text.matchAll(/(?<=\bimport\(\s*')[^']+/g);
  return [...statements, ...calls].map(([specifier]) => specifier);
}

function importsOf(folder: string): readonly Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const from = relative(root, file);
      return specifiersIn(readFileSync(file, 'utf8')).map((specifier) => ({
        from,
        to: specifier.startsWith('.')
          ? normalize(join(dirname(from), specifier)).replace(/\.js$/, '.ts')
          : specifier,
      }));
    });
}

interface SourceFile {
  readonly file: string;
  readonly text: string;
}

function filesIn(folder: string): readonly SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') }));
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** The imports from folder to folder of a part, whose deeper folders count as their parent. */
function folderImports(part: string, depth: number): readonly Import[] {
  const folderOf = (file: string) => dirname(file).split('/').slice(0, depth).join('/');
  return importsOf(part)
    .filter(({ to }) => isInside(to, part))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to);
}

/** The files or folders that import each other in a circle, or lead to one. */
function findCircles(imports: readonly Import[]): readonly string[] {
  let left = imports;
  for (;;) {
    const importers = new Set(left.map(({ from }) => from));
    const next = left.filter(({ to }) => importers.has(to));
    if (next.length === left.length) return [...importers];
    left = next;
  }
}

/** Whether two files share a recursive descent: over the grammar, or over the trees made of it. */
function isDescent({ from, to }: Import): boolean {
  const descent = /^interpreter\/(?:syntax\/parse|resolve\/resolve|emit\/emit)-/;
  const [start] = descent.exec(from) ?? [];
  return start !== undefined && to.startsWith(start);
}

/** The rooms from the ground to the roof: each imports only from those before it. */
const rooms = [
  'kit',
  'interpreter',
  'conformance',
  'api-docs',
  'reference-server',
  'steps',
  'spec',
  'cli',
  'bench',
];

/** The imports of a file that lead to files of other folders and back to it. */
function importsInCircles(imports: readonly Import[]): readonly Import[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  return imports.filter(({ from, to }) => {
    if (dirname(from) === dirname(to)) return false;
    const reached = new Set([to]);
    for (const file of reached) for (const next of targets.get(file) ?? []) reached.add(next);
    return reached.has(from);
  });
}

const describeImport = ({ from, to }: Import): string => `${from} imports ${to}`;

/**
 * For each stage of the interpreter, the other stages that it may know. Stages of the compiler know the
 * runtime because a run may evaluate code: its budget counts their work.
 */
const knownStages: Readonly<Record<string, readonly string[]>> = {
  source: [],
  syntax: ['source', 'runtime'],
  resolve: ['source', 'syntax', 'runtime'],
  runtime: [],
  core: ['runtime'],
  foreign: ['runtime', 'core'],
  analyze: ['resolve', 'runtime'],
  emit: ['resolve', 'analyze', 'runtime'],
  program: ['source', 'resolve', 'analyze', 'emit', 'runtime', 'core', 'foreign'],
};

const parts = ['cli', 'conformance', 'steps', 'reference-server', 'api-docs', 'bench'];

/** Packages of their own in the workspace. */
const packages = ['interpreter', 'reference-server/database/postgres/sqlite-on-postgres'];

describe('architecture', () => {
  it.each(packages)('lets the package %s import only its dependencies', (folder) => {
    const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: object };
    const outward = importsOf(folder).filter(
      ({ to }) => !to.startsWith('node:') && !(to in dependencies) && !isInside(to, folder),
    );
    expect(outward.map(describeImport)).toEqual([]);
  });

  it.each(packages)('lets the other folders reach the package %s through its index', (folder) => {
    const backDoors = parts
      .filter((part) => readdirSync(root).includes(part))
      .flatMap(importsOf)
      .filter(({ from }) => !isInside(from, folder))
      .filter(({ to }) => isInside(to, folder) && to !== `${folder}/index.ts`);
    expect(backDoors.map(describeImport)).toEqual([]);
  });

  it('lets the ground import nothing of ours', () => {
    const outward = importsOf('kit').filter(({ to }) => to.includes('/') && !isInside(to, 'kit'));
    expect(outward.filter(({ to }) => !/^(node:|@)/.test(to)).map(describeImport)).toEqual([]);
  });

  it.each(rooms)('lets %s import only from the rooms below it', (room) => {
    const above = rooms.slice(rooms.indexOf(room) + 1);
    const upward = importsOf(room).filter(({ to }) => above.some((one) => isInside(to, one)));
    expect(upward.map(describeImport)).toEqual([]);
  });

  it('leads in no circle from one folder to another', () => {
    const circles = importsInCircles(rooms.flatMap(importsOf));
    expect(circles.map(describeImport)).toEqual([]);
  });

  it('leaves arguments and help to the roof', () => {
    const readers = ['conformance', 'steps', 'reference-server', 'api-docs']
      .flatMap(importsOf)
      .filter(({ to }) => to === 'commander' || to === 'kit/command-line.ts');
    expect(readers.map(describeImport)).toEqual([]);
  });

  it('lets the commands reach the reference server through its index only', () => {
    const backDoors = importsOf('cli').filter(
      ({ to }) => isInside(to, 'reference-server') && to !== 'reference-server/index.ts',
    );
    expect(backDoors.map(describeImport)).toEqual([]);
  });
});

describe('the architecture of the harness', () => {
  it('lets neither the harness nor the steps know the reference server', () => {
    const users = ['conformance', 'steps']
      .flatMap(importsOf)
      .filter(({ to }) => isInside(to, 'reference-server'));
    expect(users.map(describeImport)).toEqual([]);
  });

  it('lets the harness reach a suite through its suite.yaml only', () => {
    const suites = ['spec', 'features', 'steps', 'api-docs'];
    const reaching = importsOf('conformance').filter(({ to }) =>
      suites.some((folder) => isInside(to, folder)),
    );
    expect(reaching.map(describeImport)).toEqual([]);
  });

  it('lets the steps import what every suite can, and nothing else', () => {
    const inward = importsOf('steps').filter(
      ({ to }) => isInside(to, 'conformance') && to !== 'conformance/index.ts',
    );
    expect(inward.map(describeImport)).toEqual([]);
  });

  it('has no word of the suite that comes with it in the harness', () => {
    const { credentials, profiles } = loadShippedSuite();
    // Names without a hyphen are schemes of HTTP (RFC 7617, RFC 6750).
    const named = [...credentials, ...profiles].map(({ name }) => name);
    const names = named.filter((name) => name.includes('-'));
    const words = new RegExp(
      `/api/|\\b(users|products?|probes?|bearerToken|${names.join('|')})\\b`,
    );
    const found = filesIn('conformance').flatMap(({ file, text }) =>
      text
        .split('\n')
        .filter((line) => words.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the architecture within a room', () => {
  it.each([
    ['sqlite', /^better-sqlite3/],
    ['postgres', /^(?:pg|pg-.*|postgres)$/],
  ])(
    'lets database/%s alone know its driver, and nobody but the open door know it',
    (name, driver) => {
      const room = `reference-server/database/${name}`;
      const strangers = [
        'reference-server',
        'spec',
        'conformance',
        'cli',
        'kit',
        'api-docs',
        'steps',
      ]
        .flatMap(importsOf)
        .filter(({ from, to }) => !isInside(from, room) && (driver.test(to) || isInside(to, room)))
        .filter(({ from }) => from !== 'reference-server/serving/open-database.ts');
      expect(strangers.map(describeImport)).toEqual([]);
    },
  );

  it.each(Object.entries(knownStages))('lets %s know only the stages before it', (stage, known) => {
    const allowed = [stage, ...known].map((name) => `interpreter/${name}`);
    const strangers = importsOf(`interpreter/${stage}`).filter(
      ({ to }) => isInside(to, 'interpreter') && !allowed.some((folder) => isInside(to, folder)),
    );
    expect(strangers.map(describeImport)).toEqual([]);
  });

  it('leads in no circle within the interpreter, but for recursive descents', () => {
    const imports = importsOf('interpreter').filter((each) => !isDescent(each));
    expect(findCircles(imports)).toEqual([]);
  });

  it.each(parts)('leads in no circle from file to file of %s', (part) => {
    expect(findCircles(importsOf(part).filter(({ to }) => isInside(to, part)))).toEqual([]);
  });

  it.each([
    ['conformance', 2],
    ['conformance', 3],
    ['reference-server', 2],
    ['reference-server', 3],
    ['reference-server', 4],
    ['reference-server', 5],
    ['steps', 2],
    ['steps', 3],
  ])('leads in no circle from folder to folder of %s, seen to depth %i', (part, depth) => {
    expect(findCircles(folderImports(part, depth))).toEqual([]);
  });
});

describe('the stack', () => {
  it.each(['interpreter', 'reference-server'])('takes no list of any length in %s', (room) => {
    // Each element is an argument on the stack, and a script decides how many there are.
    const spread = filesIn(room).filter(({ text }) =>
      /\.(?:push|unshift)\((?:[^[{]*, )?\.\.\./.test(text),
    );
    expect(spread.map(({ file }) => file)).toEqual([]);
  });
});
