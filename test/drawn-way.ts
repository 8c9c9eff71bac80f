/** Ways through the sources, as CONTRIBUTING.md draws them in tables. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { packageFile } from '../kit/package-root.js';

/** A row of the table. */
export interface Station {
  /** Path relative to the root. */
  readonly file: string;
  /** The function on the way; undefined for files that are not source code. */
  readonly name: string | undefined;
}

/** A section of CONTRIBUTING.md that draws a way. */
export interface DrawnWay {
  /** The text of the section. */
  readonly drawing: string;
  /** In the order of the table. */
  readonly stations: readonly Station[];
}

/** Functions called, by source file; "" stands for functions without a name. */
export type Calls = ReadonlyMap<string, ReadonlySet<string>>;

/** Reads the section with a heading. */
export function readWay(heading: string): DrawnWay {
  const drawing = readFileSync(packageFile('CONTRIBUTING.md'), 'utf8')
    .split(/^## /m)
    .filter((part) => part.startsWith(`${heading}\n`))
    .join();
  const rows = drawing.matchAll(/^\| `([^`]+)` \| (?:`([^`]+)`)?/gm);
  return { drawing, stations: [...rows].map(([, file = '', name]) => ({ file, name })) };
}

/** The stations that are source code. */
export function sourcesOf({ stations }: DrawnWay): readonly Station[] {
  return stations.filter(({ file }) => file.endsWith('.ts'));
}

/** Stations whose functions were not called. */
export function findMissing(way: DrawnWay, called: Calls): readonly Station[] {
  return sourcesOf(way).filter(({ file, name = '' }) => !called.get(file)?.has(name));
}

/** Called files that a pattern matches and that the section does not name. */
export function findUnnamed({ drawing }: DrawnWay, called: Calls, room: RegExp): readonly string[] {
  const files = [...called.keys()].filter((file) => room.test(file));
  return files.filter((file) => !drawing.includes(`\`${file}\``));
}

/** @param door a file whose imports count as those of the files that import it */
function importsOf(file: string, door: string | undefined): readonly string[] {
  const specifiers = readFileSync(packageFile(file), 'utf8').matchAll(
    /(?:from|import\()\s*'(\.[^']+)\.js'/g,
  );
  const files = [...specifiers].map(
    ([, path = '']) => `${normalize(join(dirname(file), path))}.ts`,
  );
  return files.flatMap((one) => (one === door ? importsOf(door, door) : [one]));
}

/** Sources that neither import a source before them nor are imported by one. */
export function findLonely(way: DrawnWay, door?: string): readonly string[] {
  const sources = sourcesOf(way).map(({ file }) => file);
  const areNeighbors = (one: string, other: string): boolean =>
    importsOf(one, door).includes(other) || importsOf(other, door).includes(one);
  return sources.filter(
    (file, index) =>
      index > 0 && !sources.slice(0, index).some((other) => areNeighbors(file, other)),
  );
}

/** V8's counts of calls. */
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
 * Functions that V8 counted calls of. The code of a module outside of its functions is not a call.
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
