/** Paths through the sources, which CONTRIBUTING.md documents in tables. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { packageFile } from '../kit/package-root.js';

/** A row of the table. */
export interface PathStep {
  /** The file, relative to the root. */
  readonly file: string;
  /** The called function; undefined for files that are not source code. */
  readonly name: string | undefined;
}

/** A path through the sources and its section in CONTRIBUTING.md. */
export interface DocumentedPath {
  /** Text of the section. */
  readonly section: string;
  /** The rows of the table, in order. */
  readonly steps: readonly PathStep[];
}

/** Names of called functions by source file; "" stands for anonymous functions. */
export type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the path in the section with this heading. */
export function readDocumentedPath(heading: string): DocumentedPath {
  const section = readFileSync(packageFile('CONTRIBUTING.md'), 'utf8')
    .split(/^## /m)
    .filter((part) => part.startsWith(`${heading}\n`))
    .join();
  const rows = section.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)`)?/gm);
  return { section, steps: [...rows].map(([, file = '', name]) => ({ file, name })) };
}

/** Steps that are source code. */
function sourceSteps({ steps }: DocumentedPath): readonly PathStep[] {
  return steps.filter(({ file }) => file.endsWith('.ts'));
}

/** Steps whose functions were not called. */
export function findUncalled(path: DocumentedPath, called: Calls): readonly PathStep[] {
  return sourceSteps(path).filter(({ file, name = '' }) => !called.get(file)?.has(name));
}

/**
 * The files that a section names: by their paths, or by their names after that of their folder, as in
 * "`kit/`: `errors.ts`, `words.ts`".
 */
function filesNamedIn(section: string): ReadonlySet<string> {
  let folder = '';
  const files = [...section.matchAll(/`([\w./-]+)`/g)].flatMap(([, name = '']) => {
    if (name.endsWith('/')) folder = name;
    if (!name.endsWith('.ts')) return [];
    return [name.includes('/') ? name : folder + name];
  });
  return new Set(files);
}

/** Called files that the section does not name. */
export function findUndocumented({ section }: DocumentedPath, called: Calls): readonly string[] {
  const named = filesNamedIn(section);
  return [...called.keys()].filter((file) => !named.has(file));
}

/** Files in the section that do not exist. */
export function findMissing({ section }: DocumentedPath): readonly string[] {
  return [...filesNamedIn(section)].filter((file) => !existsSync(packageFile(file)));
}

/** @param reexport a file whose imports count as imports of the files that import it */
function importsOf(file: string, reexport: string | undefined): readonly string[] {
  const specifiers = readFileSync(packageFile(file), 'utf8').matchAll(
    /(?:from|import\()\s*'(\.[^']+)\.js'/g,
  );
  const files = [...specifiers].map(
    ([, path = '']) => `${normalize(join(dirname(file), path))}.ts`,
  );
  return files.flatMap((one) => (one === reexport ? importsOf(reexport, reexport) : [one]));
}

/** Source files that neither import an earlier file of the path nor are imported by one. */
export function findDisconnected(path: DocumentedPath, reexport?: string): readonly string[] {
  const sources = sourceSteps(path).map(({ file }) => file);
  const areNeighbors = (one: string, other: string): boolean =>
    importsOf(one, reexport).includes(other) || importsOf(other, reexport).includes(one);
  return sources.filter(
    (file, index) =>
      index > 0 && !sources.slice(0, index).some((other) => areNeighbors(file, other)),
  );
}

/** V8's coverage with call counts. */
export interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[];
    }[];
  }[];
}

/**
 * Reads the called functions from V8's coverage, without the top-level code of modules.
 *
 * @param pattern matches the URL of a module; its first group is the path of the source, without `.ts`
 */
export function readCalls(coverages: readonly Coverage[], pattern: RegExp): Calls {
  const found = new Map<string, Set<string>>();
  for (const { url, functions } of coverages.flatMap(({ result }) => result)) {
    const [, file] = pattern.exec(url) ?? [];
    if (file === undefined) continue;
    const names = functions
      .filter(({ ranges: [range] }) => range !== undefined && range.count > 0)
      .filter(
        ({ functionName, ranges: [range] }) => functionName !== '' || range?.startOffset !== 0,
      )
      .map(({ functionName }) => functionName);
    const known = found.get(`${file}.ts`) ?? [];
    if (names.length > 0) found.set(`${file}.ts`, new Set([...known, ...names]));
  }
  return found;
}
