/** The catalogue of what the specification demands, `spec/requirements.yaml`, and picking from it. */
import { readDocument } from './yaml.js';

/** Seen from outside on the example endpoints, or what scripts rely on. */
export const conformanceClasses = ['api', 'runtime'] as const;
/** One of them. */
export type ConformanceClass = (typeof conformanceClasses)[number];

/** All ways in which a target can guard its resources. */
export const profiles = ['basic', 'users-api-key', 'bearer'] as const;
/** One of them; declared by the operator, never guessed. */
export type Profile = (typeof profiles)[number];

/** Both levels of a statement. */
export const levels = ['must', 'open'] as const;
/** Stated by the specification, or left open by it: the latter is observed and never judged. */
export type Level = (typeof levels)[number];

/** One statement of the specification, in our own words. */
export interface Requirement {
  /** `area.operation.rule`, the same for ever. */
  readonly id: string;
  /** Such as `4.2 rule 3`. */
  readonly section: string;
  /** Further sections that say the same. */
  readonly also: readonly string[];
  readonly class: ConformanceClass;
  readonly profiles: readonly Profile[];
  readonly level: Level;
  /** Ids of requirements without which this one cannot be judged. */
  readonly needs: readonly string[];
  readonly statement: string;
}

/** The whole of `spec/requirements.yaml`, as far as a run needs it. */
export interface Catalogue {
  /** SHA-256 of the specification's text that the statements were drawn from. */
  readonly specificationHash: string;
  readonly requirements: readonly Requirement[];
}

/** The catalogue is unusable; the message names file and entry. */
export class CatalogueError extends Error {
  /** Of the command. */
  readonly exitCode = 4;
}

/**
 * Reads and checks the catalogue.
 *
 * @throws CatalogueError for anything that is not as it should be.
 */
export function loadCatalogue(file: string): Catalogue {
  let document: unknown;
  try {
    document = readDocument(file);
  } catch (error) {
    throw new CatalogueError(`${file} cannot be read: ${(error as Error).message}`);
  }
  try {
    return readCatalogue(asRecord(document) ?? {});
  } catch (error) {
    throw new CatalogueError(`${file}: ${(error as Error).message}`);
  }
}

function readCatalogue(document: Record<string, unknown>): Catalogue {
  const specificationHash = asRecord(document.specification)?.sha256;
  if (typeof specificationHash !== 'string') throw new Error('specification.sha256 is missing.');
  if (!Array.isArray(document.requirements)) throw new Error('there is no list of requirements.');
  const requirements = document.requirements.map(readRequirement);
  checkReferences(requirements);
  return { specificationHash, requirements };
}

function readRequirement(entry: unknown, index: number): Requirement {
  const fields = asRecord(entry) ?? {};
  const name = typeof fields.id === 'string' ? fields.id : `entry ${index + 1}`;
  const fail = (message: string): never => {
    throw new Error(`${name}: ${message}`);
  };
  const text = (field: string): string => {
    const value = fields[field];
    return typeof value === 'string' && value !== '' ? value : fail(`${field} must be a text.`);
  };
  const oneOf = <T extends string>(field: string, words: readonly T[], value: unknown): T =>
    words.find((word) => word === value) ?? fail(`${field} must be one of ${words.join(', ')}.`);
  const list = (field: string): unknown[] => {
    const value = fields[field] ?? [];
    return Array.isArray(value) ? value : fail(`${field} must be a list.`);
  };
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(text('id'))) fail('id must be like area.operation.rule.');
  return {
    id: text('id'),
    section: text('section'),
    also: list('also').map(String),
    class: oneOf('class', conformanceClasses, fields.class),
    profiles: list('profiles').map((value) => oneOf('profiles', profiles, value)),
    level: oneOf('level', levels, fields.level),
    needs: list('needs').map(String),
    statement: text('statement'),
  };
}

function checkReferences(requirements: readonly Requirement[]): void {
  const byId = new Map<string, Requirement>();
  for (const requirement of requirements) {
    if (byId.has(requirement.id)) throw new Error(`${requirement.id} is there twice.`);
    byId.set(requirement.id, requirement);
  }
  const finished = new Set<string>();
  const visit = (id: string, path: readonly string[]) => {
    if (finished.has(id)) return;
    if (path.includes(id)) throw new Error(`${[...path, id].join(' needs ')}: a circle.`);
    const requirement = byId.get(id);
    if (requirement === undefined) throw new Error(`${path.at(-1)} needs ${id}, which is unknown.`);
    for (const need of requirement.needs) visit(need, [...path, id]);
    finished.add(id);
  };
  for (const { id } of requirements) visit(id, []);
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)
    : undefined;
}

/** What the operator wants to have checked. */
export interface Selection {
  readonly classes: readonly ConformanceClass[];
  /** Globs of ids (`products.list.*`) or sections (`4.2`, `§4.2`); none means everything. */
  readonly only: readonly string[];
}

/** Why a selection leaves a requirement out; undefined when it is in. */
export function reasonForOmitting(
  requirement: Requirement,
  { classes, only }: Selection,
): string | undefined {
  if (!classes.includes(requirement.class)) return `class ${requirement.class} was not chosen`;
  const isNamed = only.length === 0 || only.some((pattern) => matches(requirement, pattern));
  return isNamed ? undefined : 'left out by --only';
}

/** Whether a glob of ids or a section names the requirement. */
export function matches(requirement: Requirement, pattern: string): boolean {
  if (/^§|^\d/.test(pattern)) {
    const wanted = pattern.replace(/^§\s*/, '');
    return [requirement.section, ...requirement.also].some((section) => isWithin(section, wanted));
  }
  const expression = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${expression}$`).test(requirement.id);
}

/** `4.2 rule 3` is within `4.2 rule 3`, `4.2` and `4`. */
function isWithin(section: string, part: string): boolean {
  return section.startsWith(part) && !/\w/.test(section[part.length] ?? '');
}
