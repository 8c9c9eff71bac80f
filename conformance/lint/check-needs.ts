/** Finds requests on which a scenario relies and that none of the needs of its requirement judges. */
import { groupBy } from '../../kit/collections.js';
import { countOf } from '../../kit/words.js';
import { featureFile } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from '../scenarios/scenario.js';
import type { StepLibrary } from '../scenarios/step-library.js';
import {
  type CatalogueFiles,
  foundationsIn,
  type PlacedRequirement,
} from '../suite/requirements.js';
import type { Suite } from '../suite/suite.js';
import { purposeOf, sendsReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';
import { exercisedBy, pathOf, requestIn } from './requests.js';

/**
 * Notes each preparing request whose judging requirement is missing in `needs`. If such a request
 * fails, the check would accuse a need that is about another request.
 */
export function checkNeeds(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const finished = scenarios.filter(({ tags }) => !tags.includes(unfinishedTag));
  const judges = findJudges(finished, requirements, library);
  const foundationsOf = foundationsIn(requirements.map(({ requirement }) => requirement));
  const lacking = new Map<string, Lack>();
  for (const scenario of finished) {
    const { requirement } = scenario;
    const known = new Set([requirement, ...foundationsOf(requirement)]);
    for (const step of scenario.steps.filter((one) => sendsReadyMade(one, library))) {
      const isOwn = step.kind !== 'preparation' && isJudged(step, scenario.steps, library);
      const request = isOwn ? undefined : operationIn(step);
      const able = request === undefined ? [] : (judges.get(request) ?? []);
      // A requirement cannot need those that build on it.
      const [judge] = able
        .filter((id) => id !== requirement && !foundationsOf(id).includes(requirement))
        .sort((a, b) => foundationsOf(a).length - foundationsOf(b).length);
      if (request === undefined || judge === undefined || able.some((id) => known.has(id)))
        continue;
      const place = `${featureFile(scenario, suite)}:${step.line}`;
      const lack = lacking.get(place) ?? { request, judge, ids: new Set() };
      lacking.set(place, { ...lack, ids: lack.ids.add(requirement) });
    }
  }
  return [...lacking].map(([place, lack]) => ({
    ...findingAt(place, describe(lack), 'note'),
    lack: [...lack.ids].map((id) => ({ id, need: lack.judge })),
  }));
}

/** Whether a step between a request and the next one judges. */
function isJudged(step: Step, steps: readonly Step[], library: StepLibrary): boolean {
  if (purposeOf(step, library) === 'to judge') return true;
  const later = steps.slice(steps.indexOf(step) + 1);
  const next = later.findIndex(({ text }) => /^I send\b/.test(text));
  return next < 0 || later.slice(0, next).some((one) => purposeOf(one, library) !== 'neither');
}

/** A preparing request, the requirement that judges it, and the requirements that lack this need. */
interface Lack {
  readonly request: string;
  readonly judge: string;
  readonly ids: Set<string>;
}

function describe({ request, judge, ids }: Lack): string {
  const [first, ...others] = ids;
  const more = others.length === 0 ? '' : ` and ${countOf(others.length, 'other')}`;
  return `${request} only prepares here, and ${judge} judges it: add ${judge} to the needs of ${first}${more}.`;
}

/** By operation: the requirements that demand a success of it, in the order of the catalogue. */
function findJudges(
  scenarios: readonly Scenario[],
  requirements: readonly PlacedRequirement[],
  library: StepLibrary,
): ReadonlyMap<string, readonly string[]> {
  const musts = requirements.flatMap(({ requirement: { id, level } }) =>
    level === 'open' ? [] : id,
  );
  const judgements = musts.flatMap((id) =>
    scenarios.flatMap(({ requirement, steps }) => {
      if (requirement !== id) return [];
      const judged = steps.filter(({ kind }) => kind !== 'preparation');
      const [request] = judged
        .filter((step) => isJudged(step, judged, library))
        .flatMap((step) => operationIn(step) ?? []);
      const isRejected = exercisedBy({ steps: judged }).some(({ status = '' }) =>
        /^[345]/.test(status),
      );
      return request === undefined || isRejected ? [] : [{ id, request }];
    }),
  );
  const groups = [...groupBy(judgements, ({ request }) => request)];
  return new Map(groups.map(([request, group]) => [request, group.map(({ id }) => id)]));
}

/** The operation of a step that sends a request: `POST /todos/{}`. */
function operationIn({ text }: Step): string | undefined {
  const request = /^I send\b/.test(text) ? requestIn(text) : undefined;
  const path = request && pathOf(request);
  if (request === undefined || path === undefined) return undefined;
  return `${request.method} ${request.target.replace(/\$\{[^}]*\}/g, '{}').replace(/[?#].*$/s, '')}`;
}
