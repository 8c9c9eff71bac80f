/** Finds operations and answers of the OpenAPI description that the suite does not exercise. */

import { messageOf, UsageError } from '../../kit/errors.js';
import { cut } from '../../kit/words.js';
import { findBrokenReferences } from '../openapi/broken-references.js';
import { readDescription } from '../openapi/read-description.js';
import type { Scenario } from '../scenarios/scenario.js';
import { type DocumentPath, nameOf } from '../suite/checked-document.js';
import type { CatalogueFiles } from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import {
  type DescribedOperation,
  loadContractDescription,
} from '../verdict/openapi-description.js';
import { findingAt, findingsOf, type LintFinding } from './finding.js';
import { exercisedBy, pathOf } from './requests.js';

/**
 * Notes on operations and answers that no sentence of a scenario, no `exercises` of a requirement
 * and no exclusion names. Requests of step files are unknown, so a suite with step files is checked
 * only if its catalogue uses `exercises`.
 */
export function checkCoverage(
  suite: Pick<Suite, 'openapi' | 'steps'>,
  { requirements, exclusions }: CatalogueFiles,
  scenarios: readonly Scenario[],
): readonly LintFinding[] {
  const { openapi, steps } = suite;
  if (openapi === undefined) return [];
  const description = loadContractDescription(openapi);
  const named = requirements.flatMap(({ entry }) => entry.exercises ?? []);
  if (steps !== undefined && named.length === 0) return [];
  const exercised = new Set(named);
  const unknown = new Map<string, string>();
  for (const one of scenarios.flatMap(exercisedBy)) {
    const path = pathOf(one);
    if (path === undefined) unknown.set(one.method, `${one.method} ${one.target}`);
    const found = path === undefined ? undefined : description.find(one.method, path);
    if (found !== undefined) exercised.add([found.operation, one.status ?? []].flat().join(' '));
  }
  const excluded = new Set(exclusions.flatMap(({ entry }) => entry.answers ?? []));
  const idle = description.operations.flatMap((one) => {
    return findIdle(one, exercised, excluded).map((idle) => addHint(idle, one, unknown));
  });
  if (idle.length === 0) return [];
  const { place } = readDescription(openapi);
  return idle.map(({ path, sentence }) => findingAt(place(path), sentence, 'note'));
}

/** Notes on keywords of the description that restrict no answer, because they are invalid. */
export function checkKeywords({ openapi }: Pick<Suite, 'openapi'>): readonly LintFinding[] {
  if (openapi === undefined) return [];
  const { document, place } = readDescription(openapi);
  const { ignored } = loadContractDescription(openapi);
  const others = ignored.filter(({ path }) => path.at(-1) !== '$ref');
  return [
    ...others.map(({ path, reason }) =>
      findingAt(
        place(path),
        `${path.at(-1)}: the value ${reason}; answers are not compared with it.`,
        'note',
      ),
    ),
    ...findBrokenReferences(document).map(({ path, reference }) =>
      findingAt(place(path), `the reference ${reference} leads nowhere.`, 'note'),
    ),
  ];
}

/** Finds out whether the description can be used. */
export function checkDescription({ openapi }: Pick<Suite, 'openapi'>): readonly LintFinding[] {
  if (openapi === undefined) return [];
  try {
    loadContractDescription(openapi);
    return [];
  } catch (error) {
    if (error instanceof UsageError) return findingsOf(error);
    const reason = messageOf(error).replace(/[.:]?(\n.*)?$/s, '');
    const sentence = `the OpenAPI description cannot be used: ${reason}.`;
    return [findingAt(`${nameOf(openapi)}:1`, sentence)];
  }
}

/** A part of the description that nothing exercises. */
interface Idle {
  readonly path: DocumentPath;
  readonly sentence: string;
}

/**
 * Adds a request that may belong to the operation, but whose path is known only during a run.
 *
 * @param unknown such requests by method
 */
function addHint(
  { path, sentence }: Idle,
  { operation }: DescribedOperation,
  unknown: ReadonlyMap<string, string>,
): Idle {
  const request = unknown.get(operation.replace(/ .*$/s, ''));
  if (request === undefined || !operation.includes('{')) return { path, sentence };
  const hint = `The path of ${request} is known only during a run; "exercises" of its requirement can name the operation.`;
  return { path, sentence: `${sentence} ${hint}` };
}

/** The answers of an operation are not listed when nothing exercises it at all. */
function findIdle(
  { operation, answers }: DescribedOperation,
  exercised: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
): readonly Idle[] {
  const [method, path] = cut(operation, ' ');
  const place = ['paths', path, method.toLowerCase()];
  const isMet = [...exercised].some((one) => one === operation || one.startsWith(`${operation} `));
  if (!isMet) return [{ path: place, sentence: `${operation}: no scenario sends such a request.` }];
  const idle = answers.filter(
    ({ status }) =>
      /^[1-5](\d\d|XX)$/i.test(status) &&
      !isExercised(operation, status, exercised) &&
      ![operation, '*'].some((one) => excluded.has(`${one} ${status.toUpperCase()}`)),
  );
  return idle.map(({ status }) => ({
    path: [...place, 'responses', status],
    sentence: `${operation}: no scenario demands the answer ${status}.`,
  }));
}

/** `404` exercises `4XX`, and the reverse. */
function isExercised(operation: string, status: string, exercised: ReadonlySet<string>): boolean {
  const isRange = /X/i.test(status);
  if (!isRange) {
    return [status, `${status[0]}XX`].some((one) => exercised.has(`${operation} ${one}`));
  }
  const prefix = `${operation} ${status[0]}`;
  return [...exercised].some(
    (one) => one.startsWith(prefix) && /^\d\w\w$/.test(one.slice(operation.length + 1)),
  );
}
