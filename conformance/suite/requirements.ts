/** The catalogue of requirements, and selections from it. */

import { UsageError } from '../../kit/errors.js';
import { mustExist } from '../../kit/invariant.js';
import { cut, escapeRegExp } from '../../kit/words.js';
import { nameOf, readChecked } from './checked-document.js';
import type { RequestLine, Suite } from './suite.js';

/** The levels of requirements. */
export const levels = ['must', 'open'] as const;
/** `must`: stated by the specification. `open`: left open by it, observed and never judged. */
export type Level = (typeof levels)[number];

/** One statement of the specification, in the author's words. */
export interface Requirement {
  /** `area.operation.rule`; never changes. */
  readonly id: string;
  /** Such as `4.2 rule 3`; empty when the specification has no sections. */
  readonly section: string;
  /** Further sections with the same statement. */
  readonly also: readonly string[];
  readonly class: string;
  /** The profiles that it applies to; empty when the suite has none. */
  readonly profiles: readonly string[];
  readonly level: Level;
  /** Ids of the requirements without which this one cannot be judged. */
  readonly needs: readonly string[];
  readonly statement: string;
}

/** The catalogue as a run needs it. */
export interface Catalogue {
  /** SHA-256 of the specification's text that the statements come from; empty when unknown. */
  readonly specificationHash: string;
  readonly requirements: readonly Requirement[];
}

/** An entry of the file, valid by the schema. */
interface RequirementEntry {
  readonly id: string;
  readonly section?: string | number;
  readonly also?: readonly (string | number)[];
  readonly class?: string;
  readonly profiles?: readonly string[];
  readonly level?: Level;
  readonly needs?: readonly string[];
  readonly exercises?: readonly string[];
  readonly statement: string;
  readonly quote?: string | readonly string[];
}

/**
 * A sentence that needs no requirement, answers that need no scenario, or requests that need no
 * clean-up, as the file has them.
 */
interface ExclusionEntry {
  readonly section?: string | number;
  readonly quote?: string | readonly string[];
  /** `GET /todos 500`, `* 500` */
  readonly answers?: readonly string[];
  /** `POST /login` */
  readonly requests?: readonly string[];
}

interface CatalogueFile {
  readonly specification?: { readonly sha256?: string };
  readonly requirements: readonly RequirementEntry[];
  readonly exclusions?: readonly ExclusionEntry[];
}

/** An entry, and the places of its keys: `requirements.yaml:12`. */
interface Placed<T> {
  readonly entry: T;
  place(key: keyof T, index?: number): string;
}

/** A requirement and its place. */
export interface PlacedRequirement extends Placed<RequirementEntry> {
  readonly requirement: Requirement;
}

/** The whole content of the catalogue's files, for `lint`. */
export interface CatalogueFiles {
  readonly specificationHash: string;
  readonly requirements: readonly PlacedRequirement[];
  readonly exclusions: readonly Placed<ExclusionEntry>[];
}

type CatalogueSource = Pick<
  Suite,
  'requirements' | 'classes' | 'profiles' | 'specification' | 'derived'
>;

/**
 * Reads the catalogue of a suite and checks its references.
 *
 * @throws UsageError that names file, line and requirement of every mistake
 */
export function loadCatalogue(suite: CatalogueSource): Catalogue {
  const { specificationHash, requirements } = readCatalogueFiles(suite);
  const broken = findBrokenReferences(requirements, suite);
  if (broken.length > 0) throw new UsageError(broken.join('\n'));
  return { specificationHash, requirements: requirements.map(({ requirement }) => requirement) };
}

/**
 * Reads the files of a catalogue.
 *
 * @throws UsageError that names file, line and key of everything that the schema forbids, or when
 *   there is no requirement
 */
export function readCatalogueFiles(suite: CatalogueSource): CatalogueFiles {
  const placed: PlacedRequirement[] = [];
  const excluded: Placed<ExclusionEntry>[] = [];
  let specificationHash = suite.specification.sha256 ?? '';
  for (const file of suite.requirements) {
    const document = readChecked(file, 'requirements.schema.json');
    const { specification, requirements, exclusions = [] } = document.value as CatalogueFile;
    specificationHash ||= specification?.sha256 ?? '';
    const placeOf =
      (list: string, index: number) =>
      (key: string, at?: number): string =>
        document.place([list, index, key, ...(at === undefined ? [] : [at])]);
    for (const [index, entry] of requirements.entries()) {
      const requirement = describeRequirement(entry, suite);
      placed.push({ requirement, entry, place: placeOf('requirements', index) });
    }
    for (const [index, entry] of exclusions.entries()) {
      excluded.push({ entry, place: placeOf('exclusions', index) });
    }
  }
  const { derived } = suite;
  if (derived !== undefined) {
    const place = () => derived.origin;
    for (const entry of derived.requirements as readonly RequirementEntry[]) {
      placed.push({ requirement: describeRequirement(entry, suite), entry, place });
    }
    excluded.push({ entry: { requests: derived.undeleted }, place });
  }
  const last = suite.requirements.at(-1);
  if (placed.length === 0 && last !== undefined) {
    throw new UsageError(`${nameOf(last)}: requirements: the suite has no requirement yet.`);
  }
  return { specificationHash, requirements: placed, exclusions: excluded };
}

/**
 * The requests whose creations need no deletion, as the catalogue's exclusions state them:
 * `POST /lamps/{id}/switches`.
 *
 * @throws UsageError as `readCatalogueFiles`
 */
export function excludedRequests(suite: CatalogueSource): readonly string[] {
  const { exclusions } = readCatalogueFiles({ ...suite, derived: undefined });
  return exclusions.flatMap(({ entry }) => entry.requests ?? []);
}

/** Whether a request is one of a suite's terms, with any values in place of its parameters. */
export function isRequestOf(term: string, { method, path }: RequestLine): boolean {
  const parts = term.split(/\{[^}]*\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('[^/]+')}$`).test(`${method} ${cut(path, '?')[0]}`);
}

function describeRequirement(
  entry: RequirementEntry,
  { classes, profiles }: Pick<Suite, 'classes' | 'profiles'>,
): Requirement {
  return {
    id: entry.id,
    section: String(entry.section ?? ''),
    also: (entry.also ?? []).map(String),
    class: entry.class ?? mustExist(classes[0], 'class').name,
    profiles: entry.profiles ?? profiles.map(({ name }) => name),
    level: entry.level ?? 'must',
    needs: entry.needs ?? [],
    statement: entry.statement,
  };
}

/** A line for each duplicate id and each unknown class, profile or need: `file:line: sentence`. */
export function findBrokenReferences(
  placed: readonly PlacedRequirement[],
  { classes, profiles }: Pick<Suite, 'classes' | 'profiles'>,
): readonly string[] {
  const problems: string[] = [];
  const byId = new Map<string, PlacedRequirement>();
  for (const one of placed) {
    const { requirement, place } = one;
    const { id } = requirement;
    const fail = (key: keyof RequirementEntry, message: string, index?: number): void => {
      problems.push(`${place(key, index)}: ${id}: ${message}.`);
    };
    if (byId.has(id)) fail('id', 'the id is not unique');
    byId.set(id, one);
    if (!classes.some(({ name }) => name === requirement.class)) {
      fail('class', `there is no class "${requirement.class}"`);
    }
    for (const [index, profile] of requirement.profiles.entries()) {
      if (profiles.some(({ name }) => name === profile)) continue;
      fail('profiles', `there is no profile "${profile}"`, index);
    }
  }
  return [...problems, ...findBrokenNeeds(byId)];
}

function findBrokenNeeds(byId: ReadonlyMap<string, PlacedRequirement>): readonly string[] {
  const problems: string[] = [];
  const finished = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    const one = byId.get(id);
    if (one === undefined || finished.has(id)) return;
    const { requirement, place } = one;
    const way = [...path, id];
    for (const [index, need] of requirement.needs.entries()) {
      const fail = (message: string): void => {
        problems.push(`${place('needs', index)}: ${id}: ${message}.`);
      };
      if (!byId.has(need)) fail(`it needs ${need}, which does not exist`);
      else if (!way.includes(need)) visit(need, way);
      else fail(`the needs form a circle: ${[...way.slice(way.indexOf(need)), need].join(', ')}`);
    }
    finished.add(id);
  };
  for (const id of byId.keys()) visit(id, []);
  return problems;
}

/**
 * Returns a function that finds all requirements that a requirement needs, directly or indirectly,
 * each after its own needs. Circular needs, which are an error of the catalogue, are found only in
 * part.
 */
export function foundationsIn(
  requirements: readonly Requirement[],
): (id: string) => readonly string[] {
  const needs = new Map(requirements.map((one) => [one.id, one.needs]));
  const known = new Map<string, readonly string[]>();
  const find = (id: string): readonly string[] => {
    const found = known.get(id);
    if (found !== undefined) return found;
    known.set(id, []);
    const all = [...new Set((needs.get(id) ?? []).flatMap((need) => [...find(need), need]))];
    known.set(id, all);
    return all;
  };
  return find;
}

/** The requirements that the operator asks for. */
export interface Selection {
  readonly classes: readonly string[];
  /** Globs of ids (`todos.list.*`) or sections (`4.2`, `§4.2`, `listing-tags`); empty for all. */
  readonly only: readonly string[];
}

/** Why a selection omits a requirement; undefined when it includes it. */
export function reasonForOmitting(
  requirement: Requirement,
  { classes, only }: Selection,
): string | undefined {
  if (!classes.includes(requirement.class)) return `class ${requirement.class} was not chosen`;
  const isNamed = only.length === 0 || only.some((pattern) => matches(requirement, pattern));
  return isNamed ? undefined : 'left out by --only';
}

/**
 * Whether a glob or a section matches a requirement. A text without a section sign, number or dot
 * may be the anchor of a heading: `listing-tags`.
 */
export function matches(requirement: Requirement, pattern: string): boolean {
  if (namesSection(pattern)) return isAbout(requirement, pattern.replace(/^§\s*/, ''));
  if (matchesId(requirement, pattern)) return true;
  return !pattern.includes('.') && isAbout(requirement, pattern);
}

/** Whether a pattern can only stand for a section. */
export function namesSection(pattern: string): boolean {
  return /^§|^\d/.test(pattern);
}

/** Whether an id fits a pattern. Globs by hand: an id is no path, and only `*` and `?` have a meaning. */
export function matchesId({ id }: Pick<Requirement, 'id'>, pattern: string): boolean {
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${expression}$`).test(id);
}

function isAbout({ section, also }: Requirement, part: string): boolean {
  return [section, ...also].some((one) => isInSection(one, part));
}

/** `4.2 rule 3` is within `4.2 rule 3`, `4.2` and `4`; `listing-tags` is not within `listing`. */
function isInSection(section: string, part: string): boolean {
  return section.startsWith(part) && !/[\w-]/.test(section[part.length] ?? '');
}
