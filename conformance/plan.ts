/** What a run is going to check, from the options and the catalogue. */
import { randomBytes, randomInt } from 'node:crypto';
import { type Credentials, credentialNames, credentialTable } from './credentials.js';
import type { CheckOptions } from './options/option-table.js';
import {
  profiles as allProfiles,
  type Catalogue,
  type ConformanceClass,
  conformanceClasses,
  matches,
  type Profile,
  type Requirement,
  reasonForOmitting,
  type Selection,
} from './requirements.js';
import { appliesTo, type Subject } from './target/target.js';
import { UsageError } from './usage-error.js';
import { countOf } from './words.js';

/** The part of the catalogue that a run is about. */
export interface Plan {
  readonly selection: Selection;
  readonly profiles: readonly Profile[];
  /** The servers, in the order in which reports name them. */
  readonly subjects: readonly Subject[];
  /** Those of the catalogue that the selection names and that apply to one of the servers. */
  readonly requirements: readonly Requirement[];
  readonly seed: number;
  /** Different in every run; stands in a text of each row that the run creates. */
  readonly marker: string;
}

/** @throws UsageError when nothing is left to check, or more than one server can be. */
export function makePlan(options: CheckOptions, catalogue: Catalogue): Plan {
  const isOwn = options.baseUrl === undefined;
  const hasProbes = isOwn || options.probesUrl !== undefined;
  const classes = orDefault<ConformanceClass>(
    options.classes,
    hasProbes ? conformanceClasses : ['api'],
  );
  const profiles = orDefault<Profile>(options.profiles, isOwn ? allProfiles : ['basic']);
  if (options.baseUrl !== undefined && profiles.length > 1) {
    throw new UsageError('--profile: a server has one profile; run the check once for each.');
  }
  if (!isOwn) checkOpposites(options);
  checkPatterns(options.only, catalogue);
  const selection = { classes, only: options.only };
  const subjects = listSubjects(classes, profiles, isOwn);
  const requirements = catalogue.requirements.filter(
    (requirement) =>
      reasonForOmitting(requirement, selection) === undefined &&
      subjects.some((subject) => appliesTo(requirement, subject)),
  );
  if (requirements.length === 0) {
    throw new UsageError(
      `--only: ${options.only.join(', ')} names nothing of the chosen classes and profiles.`,
    );
  }
  const seed = options.seed ?? randomInt(1_000_000);
  const marker = `touchstone-${randomBytes(4).toString('hex')}`;
  return { selection, profiles, subjects, requirements, seed, marker };
}

/** @throws UsageError for one credential in two roles, where no answer to it could be right. */
export function checkOpposites(credentials: Credentials): void {
  for (const name of credentialNames) {
    const { flag, opposite } = credentialTable[name];
    if (opposite === undefined || credentials[name] === undefined) continue;
    if (credentials[name] !== credentials[opposite]) continue;
    throw new UsageError(
      `--${credentialTable[opposite].flag} and --${flag} are the same: a server has to accept the one and refuse the other.`,
    );
  }
}

/** @throws UsageError for a mistyped pattern, which would leave out what its author meant. */
function checkPatterns(patterns: readonly string[], { requirements }: Catalogue): void {
  const idle = patterns.find((pattern) => !requirements.some((one) => matches(one, pattern)));
  if (idle === undefined) return;
  throw new UsageError(
    `--only: no requirement matches "${idle}"; "touchstone check --list" prints all of them.`,
  );
}

/**
 * Our own servers are one for each profile, one more in which a shared script guards the endpoints
 * of the profile basic, and one that hosts the probes.
 */
function listSubjects(
  classes: readonly ConformanceClass[],
  profiles: readonly Profile[],
  isOwn: boolean,
): Subject[] {
  const api = profiles.map((profile) => ({ server: profile, class: 'api', profile }) as const);
  const route = { server: 'route', class: 'api', profile: 'basic' } as const;
  const probes = { server: 'probes', class: 'runtime', profile: profiles[0] ?? 'basic' } as const;
  const all = [...api, ...(isOwn && profiles.includes('basic') ? [route] : []), probes];
  return all.filter((subject) => classes.includes(subject.class));
}

/** What a run is about, in words: `class api, profile basic`. Probes have no profile. */
export function describeScope({
  selection,
  profiles,
}: Pick<Plan, 'selection' | 'profiles'>): string {
  const { classes } = selection;
  const scope = nameAll('class', 'classes', classes);
  return classes.includes('api') ? `${scope}, ${nameAll('profile', 'profiles', profiles)}` : scope;
}

function nameAll(one: string, several: string, names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return `${one} ${last}`;
  return `${several} ${names.slice(0, -1).join(', ')} and ${last}`;
}

/** The plan as text: one line for each requirement. */
export function renderPlan(plan: Plan): string {
  const { requirements } = plan;
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const rows = requirements.map(
    ({ id, level, section, statement }) =>
      `${id.padEnd(width)}  ${level}  §${section}: ${statement}`,
  );
  const total = `${countOf(requirements.length, 'requirement')} of ${describeScope(plan)}`;
  return `${rows.join('\n')}\n\n${total}\n`;
}

function orDefault<T>(given: readonly T[], fallback: readonly T[]): readonly T[] {
  return given.length === 0 ? fallback : [...new Set(given)];
}
