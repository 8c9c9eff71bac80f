/** The rules that keep the parts apart: which folder may import from which. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  /** Path of the importing file, relative to the root. */
  readonly from: string;
  /** Path of the imported file, or the name of a package. */
  readonly to: string;
}

function importsOf(folder: string): readonly Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const from = relative(root, file);
      const specifiers = readFileSync(file, 'utf8').matchAll(
        /(?:^|\s)(?:from|import)\s*\(?\s*'([^']+)'/g,
      );
      return [...specifiers].map(([, specifier = '']) => ({
        from,
        to: specifier.startsWith('.')
          ? normalize(join(dirname(from), specifier)).replace(/\.js$/, '.ts')
          : specifier,
      }));
    });
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

/** For each folder right below a part, those beside it that it imports from. */
function folderImports(part: string): ReadonlyMap<string, ReadonlySet<string>> {
  const imports = new Map<string, Set<string>>();
  for (const { from, to } of importsOf(part)) {
    if (!isInside(to, part)) continue;
    const [source = '', target = ''] = [from, to].map((path) => dirname(path).split('/')[1] ?? '');
    if (source === '' || target === '' || source === target) continue;
    imports.set(source, (imports.get(source) ?? new Set()).add(target));
  }
  return imports;
}

/** The names on a way that comes back to where it starts; none when there is no such way. */
function findCircle(
  imports: ReadonlyMap<string, ReadonlySet<string>>,
  way: readonly string[] = [],
): readonly string[] {
  const last = way.at(-1);
  for (const next of last === undefined ? imports.keys() : (imports.get(last) ?? [])) {
    if (way.includes(next)) return [...way.slice(way.indexOf(next)), next];
    const circle = findCircle(imports, [...way, next]);
    if (circle.length > 0) return circle;
  }
  return [];
}

const describeImport = ({ from, to }: Import): string => `${from} imports ${to}`;

/** For each stage of the interpreter, the other stages that it may know. */
const knownStages: Readonly<Record<string, readonly string[]>> = {
  source: ['diagnostics'],
  diagnostics: ['source'],
  syntax: ['source', 'diagnostics'],
  resolve: ['source', 'diagnostics', 'syntax'],
  runtime: [],
  core: ['runtime'],
  foreign: ['runtime', 'core'],
  emit: ['source', 'resolve', 'runtime'],
  modules: ['source', 'diagnostics', 'resolve', 'emit', 'runtime', 'core', 'foreign'],
};

describe('architecture', () => {
  const parts = ['cli', 'conformance', 'steps', 'reference-server', 'api-docs', 'bench'];

  it('lets the interpreter import nothing from other folders', () => {
    const outward = importsOf('interpreter').filter(
      ({ to }) => to.includes('/') && !to.startsWith('node:') && !isInside(to, 'interpreter'),
    );
    expect(outward.map(describeImport)).toEqual([]);
  });

  it('lets the other folders reach the interpreter through its index only', () => {
    const backDoors = parts
      .filter((part) => readdirSync(root).includes(part))
      .flatMap(importsOf)
      .filter(({ to }) => isInside(to, 'interpreter') && to !== 'interpreter/index.ts')
      .filter(({ from, to }) => !(from === 'cli/main.ts' && to === 'interpreter/cli.ts'));
    expect(backDoors.map(describeImport)).toEqual([]);
  });

  it('lets only the embedded target know the reference server', () => {
    const users = ['conformance', 'steps']
      .flatMap(importsOf)
      .filter(({ to }) => isInside(to, 'reference-server'))
      .filter(({ from }) => from !== 'conformance/target/embedded.ts');
    expect(users.map(describeImport)).toEqual([]);
  });

  it.each(Object.entries(knownStages))('lets %s know only the stages before it', (stage, known) => {
    const allowed = [stage, ...known].map((name) => `interpreter/${name}`);
    const strangers = importsOf(`interpreter/${stage}`).filter(
      ({ to }) => isInside(to, 'interpreter') && !allowed.some((folder) => isInside(to, folder)),
    );
    expect(strangers.map(describeImport)).toEqual([]);
  });

  it.each(['conformance', 'reference-server', 'steps'])('leads in no circle within %s', (part) => {
    expect(findCircle(folderImports(part))).toEqual([]);
  });
});
