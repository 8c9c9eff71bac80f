/** Checks a server against a suite: the plan, and everything else before the first request. */

import { resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { closestTo, countOf } from '../../kit/words.js';
import { createMarker } from '../creations/marker.js';
import { createReportsFolder } from '../report/reports-folder.js';
import { appliesTo, type Target } from '../servers/target.js';
import { clientSettings } from '../servers/target-options.js';
import type { Session } from '../sessions/session-input.js';
import type { Thread } from '../sessions/thread.js';
import { isCompiled, serversOf, startOf } from '../suite/load-suite.js';
import {
  type Catalogue,
  loadCatalogue,
  matches,
  namesSection,
  reasonForOmitting,
} from '../suite/requirements.js';
import { checkOpposites, conformanceClassOf, type Suite, sectionNumber } from '../suite/suite.js';
import type { CheckRequest, Plan, Scope } from './check-input.js';
import { type CheckOptions, concurrencyFor } from './check-options.js';
import type { Expectations } from './expectations.js';
import { renderNotes } from './notes.js';
import { listenForStop } from './stop-signals.js';

/**
 * Checks a server, or prints what would be checked.
 *
 * @returns the exit code
 * @throws UsageError for what cannot be checked, TargetUnavailable when there is no server
 */
export async function check(given: CheckRequest, environment: Environment): Promise<number> {
  const { suite } = given;
  // The compiled suite is sound, as tests show.
  // So are the features that are derived.
  if (!isCompiled(suite) && suite.features !== undefined)
    await (await import('../lint/lint-suite.js')).demandSound(suite);
  const catalogue = loadCatalogue(suite);
  const options = await chooseRequirements(given, catalogue, environment);
  const request = { ...given, options };
  const scope = findScope(request, catalogue);
  if (options.list) {
    environment.stdout.write(renderScope(scope) + renderNotes(suite));
    return 0;
  }
  if (options.baseUrl === undefined) startOf(suite);
  const plan = makePlan(request, scope);
  const expectations = await expectationsOf(options, catalogue, environment);
  createReportsFolder(resolve(environment.cwd, options.reports));
  const { signal, givingUp, release } = listenForStop(environment);
  const threads = options.baseUrl === undefined ? await loadAndStartThreads(plan, suite) : [];
  try {
    // This thread loads the modules of a run while the others do.
    const { runCheck } = await import('./run-check.js');
    const input = { ...request, plan, threads, catalogue, expectations };
    return await runCheck({ ...input, environment, signal, givingUp });
  } finally {
    for (const thread of threads) await thread.close();
    release();
  }
}

/**
 * Plans a check without beginning it.
 *
 * @throws UsageError when no requirement is left, or the profiles need more than one server
 */
export function planCheck(request: CheckRequest, catalogue: Catalogue): Plan {
  return makePlan(request, findScope(request, catalogue));
}

async function loadAndStartThreads({ sessions }: Plan, suite: Suite): Promise<readonly Thread[]> {
  const threads = await import('../sessions/thread.js');
  return threads.startThreads(sessions.length, suite);
}

/** Replaces `--last-failed` by the requirements that it stands for. */
async function chooseRequirements(
  { suite, options }: CheckRequest,
  { requirements }: Catalogue,
  environment: Environment,
): Promise<CheckOptions> {
  if (!options.lastFailed) return options;
  const { readLastFailed } = await import('./last-failed.js');
  return { ...options, only: readLastFailed(options, suite, requirements, environment) };
}

/** The reader is loaded on use, because most runs expect no failures. */
async function expectationsOf(
  { expect, writeExpect }: CheckOptions,
  { requirements }: Catalogue,
  { cwd }: Environment,
): Promise<Expectations> {
  if (expect === undefined && writeExpect === undefined) return new Map();
  const { demandWritable, readExpectations } = await import('./expectations.js');
  if (writeExpect !== undefined) demandWritable(resolve(cwd, writeExpect));
  if (expect === undefined) return new Map();
  return readExpectations(resolve(cwd, expect), requirements);
}

/** @throws UsageError when no requirement is left, or the profiles need more than one server */
function findScope({ options, suite }: CheckRequest, catalogue: Catalogue): Scope {
  const isOwn = options.baseUrl === undefined;
  const classes = orDefault(options.classes, () => defaultClasses(options, suite));
  const profiles = orDefault(options.profiles, () => {
    const names = suite.profiles.map(({ name }) => name);
    return isOwn ? names : names.slice(0, 1);
  });
  if (!isOwn && profiles.length > 1) {
    throw new UsageError('--profile: a server has one profile; run the check once for each.');
  }
  if (!isOwn) checkOpposites(options.credentials, suite.credentials);
  checkPatterns(options.only, catalogue);
  const selection = { classes, only: options.only };
  const targets = listTargets(suite, classes, profiles, isOwn);
  const requirements = catalogue.requirements.filter(
    (requirement) =>
      reasonForOmitting(requirement, selection) === undefined &&
      targets.some((target) => appliesTo(requirement, target)),
  );
  if (requirements.length === 0) {
    const names = options.only.join(', ');
    throw new UsageError(
      names === ''
        ? 'There is no requirement in the chosen classes and profiles: choose others with --class and --profile.'
        : `${options.lastFailed ? '--last-failed' : '--only'}: no requirement of the chosen classes and profiles matches ${names}.`,
    );
  }
  const scope = describeScope(suite, classes, profiles);
  return { selection, profiles, scope, targets, requirements };
}

function makePlan(request: CheckRequest, scope: Scope): Plan {
  const seed = request.options.seed ?? Math.floor(Math.random() * 1_000_000);
  const plan = { ...scope, seed, marker: createMarker() };
  return { ...plan, sessions: planSessions(request, plan) };
}

/** More numbers than any session needs. */
const numbersPerSession = 1_000_000;

function planSessions(
  { options, suite, secrets }: CheckRequest,
  { targets, requirements, seed, marker }: Omit<Plan, 'sessions'>,
): Session[] {
  const common = {
    ...{ suite, marker, secrets, parameters: options.parameters, readOnly: options.readOnly },
    concurrency: concurrencyFor(options),
    ...clientSettings(options),
  };
  const repetitions = Array.from({ length: options.repeat }, (_, index) => index);
  return targets.flatMap((target) => {
    const judged = requirements.filter((one) => appliesTo(one, target));
    if (judged.length === 0) return [];
    return repetitions.map((index) => ({
      ...{ ...common, target, requirements: judged, seed: seed + index },
      numbersFrom: index * numbersPerSession,
    }));
  });
}

/** The classes whose servers have an address; all classes when the suite starts the servers. */
function defaultClasses({ urls, baseUrl }: CheckOptions, { classes }: Suite): readonly string[] {
  const known = classes.filter(({ server }) => baseUrl === undefined || urls[server] !== undefined);
  return known.map(({ name }) => name);
}

/** @throws UsageError for a pattern that matches no requirement, because it is probably mistyped */
function checkPatterns(patterns: readonly string[], { requirements }: Catalogue): void {
  const idle = patterns.find((pattern) => !requirements.some((one) => matches(one, pattern)));
  if (idle === undefined) return;
  const meant = closestTo(idle, patternsFor(requirements, idle));
  const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new UsageError(
    `--only: no requirement matches "${idle}".${suggestion} The option --list prints all of them.`,
  );
}

/** Patterns that a mistyped one may stand for: sections, or ids and their groups. */
function patternsFor(requirements: Catalogue['requirements'], pattern: string): Set<string> {
  const sign = pattern.startsWith('§') ? '§' : '';
  const sections = requirements.map((one) => `${sign}${sectionNumber(one)}`);
  if (namesSection(pattern)) return new Set(sections);
  const groupsOf = (id: string) => {
    const parts = id.split('.').slice(0, -1);
    return parts.map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  };
  const ids = requirements.flatMap(({ id }) => [...groupsOf(id), id]);
  return new Set(pattern.includes('.') ? ids : [...ids, ...sections]);
}

function listTargets(
  suite: Suite,
  classes: readonly string[],
  profiles: readonly string[],
  isOwn: boolean,
): readonly Target[] {
  const all =
    isOwn && suite.start !== undefined
      ? suite.start.servers
      : suite.classes.flatMap((one) => serversOf(one, suite.classes, suite.profiles));
  return all.filter(
    ({ class: name, profile }) =>
      classes.includes(name) && (profile === undefined || profiles.includes(profile)),
  );
}

/**
 * Names classes and profiles where the suite has several; servers of some classes have no profile.
 */
function describeScope(
  suite: Suite,
  classes: readonly string[],
  profiles: readonly string[],
): string {
  const hasProfiles = classes.some((name) => conformanceClassOf(suite, name).hasProfiles);
  const parts = [
    suite.classes.length > 1 ? nameAll('class', 'classes', classes) : '',
    suite.profiles.length > 1 && hasProfiles ? nameAll('profile', 'profiles', profiles) : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? suite.title : parts.join(', ');
}

function nameAll(one: string, several: string, names: readonly string[]): string {
  if (names.length < 2) return `${one} ${names.join()}`;
  return `${several} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Renders the scope as text, with one line for each requirement. */
function renderScope({ requirements, scope }: Scope): string {
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const rows = requirements.map(
    ({ id, level, section, statement }) =>
      `${id.padEnd(width)}  ${level}  ${section === '' ? '' : `§${section}: `}${statement}`,
  );
  const total = `${countOf(requirements.length, 'requirement')} of ${scope}`;
  return `${rows.join('\n')}\n\n${total}\n`;
}

function orDefault(given: readonly string[], fallback: () => readonly string[]): readonly string[] {
  return given.length === 0 ? fallback() : [...new Set(given)];
}
