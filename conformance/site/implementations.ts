/** Groups runs by implementation and tells implementations of the same name apart. */
import { UniqueNames } from '../../kit/unique-names.js';
import { isWebAddress } from '../../kit/words.js';
import { type MatrixCell, toCell } from '../comparison/cell.js';
import { type Change, listChanges } from './changes.js';
import { toFileName } from './paths.js';
import type { Run } from './run.js';

/** An implementation with its history. */
export interface Implementation {
  readonly name: string;
  /** The name, and what tells it apart from others of the same name. */
  readonly label: string;
  /** Part of the paths of its pages. */
  readonly slug: string;
  /** Where readers find it; `null` when that is not known. */
  readonly url: string | null;
  /** Oldest first; not empty. */
  readonly runs: readonly Run[];
  readonly latest: Run;
  /** Oldest first. */
  readonly changes: readonly Change[];
  /** The requirements in the latest run, by id. */
  readonly cells: ReadonlyMap<string, MatrixCell>;
}

/** Parts of a path that tell when a result was made, not of what: `2026-11-28`, `1234`. */
const datePart = /^[\dTZ:._+-]+$/;

/** The folder from which a result comes, without dates: it tells who has put it there. */
export function originOf({ file }: Run): string {
  const folders = file.name.split('/').slice(0, -1);
  return folders.filter((part) => !datePart.test(part)).join('/');
}

/**
 * The runs of each implementation, oldest first. Runs are of one implementation when folder, name,
 * address and scope are the same: nothing less keeps a result from joining the history of another
 * implementation.
 */
export function groupRuns(runs: readonly Run[]): readonly (readonly [Run, ...Run[]])[] {
  const groups = new Map<string, [Run, ...Run[]]>();
  const sorted = [...runs].sort((a, b) => compareTexts(a.startedAt, b.startedAt));
  for (const run of sorted) {
    const { catalogue, name, url, scope } = run;
    const key = JSON.stringify([catalogue.suite.name, originOf(run), name, url, scope]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  return [...groups.values()];
}

/** The order of code units, which is that of dates, and the same on every machine. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The implementations of one suite: those of which most holds first. */
export function listImplementations(
  groups: readonly (readonly [Run, ...Run[]])[],
): readonly Implementation[] {
  const taken = new UniqueNames();
  const sorted = [...groups].sort(([a], [b]) => compareTexts(rankOf(a), rankOf(b)));
  const all = sorted.map((runs): Implementation => {
    const latest = runs.at(-1) ?? runs[0];
    const { name, url } = latest;
    return {
      ...{ name, runs, latest, changes: listChanges(runs), cells: cellsOf(latest) },
      url: url !== null && isWebAddress(url) ? url : null,
      label: labelOf(latest, groups),
      slug: taken.take(toFileName(name)),
    };
  });
  return makeLabelsUnique(all).sort(byShare);
}

/** Whoever has the folder of a name is the first to get the name for the paths of its pages. */
function rankOf(run: Run): string {
  const origin = originOf(run);
  const isOwner = toFileName(origin) === toFileName(run.name);
  return JSON.stringify([isOwner ? 0 : 1, origin, run.url, run.scope]);
}

/** The name with the first of its traits in which others of the same name differ. */
function labelOf(run: Run, groups: readonly (readonly [Run, ...Run[]])[]): string {
  const rivals = groups.map(([first]) => first).filter(({ name }) => name === run.name);
  const traits: readonly ((one: Run) => string)[] = [
    ({ scope }) => scope,
    ({ url }) => (url === null ? '' : url.replace(/^https?:\/\//, '')),
    originOf,
  ];
  const telling = traits.filter((traitOf) => new Set(rivals.map(traitOf)).size > 1);
  const details = telling.map((traitOf) => traitOf(run)).filter((text) => text !== '');
  return details.length === 0 ? run.name : `${run.name} (${details.join('; ')})`;
}

/** Names may contain what is added to others. */
function makeLabelsUnique(all: readonly Implementation[]): Implementation[] {
  const taken = new UniqueNames();
  return all.map((one) => ({ ...one, label: taken.take(one.label) }));
}

function cellsOf({ file }: Run): ReadonlyMap<string, MatrixCell> {
  return new Map(file.read().requirements.map((row) => [row.id, toCell(row)]));
}

/** `server-6` before `server-54`. */
const numbersInOrder = new Intl.Collator('en', { numeric: true });

function byShare(a: Implementation, b: Implementation): number {
  const shareOf = ({ latest: { tally } }: Implementation) => tally.held / Math.max(tally.total, 1);
  return shareOf(b) - shareOf(a) || numbersInOrder.compare(a.label, b.label);
}
