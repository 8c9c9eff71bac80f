/** Finds requests that prepare a scenario and that none of the needs of its requirement judges. */
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
import { sendsReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';
import { exercisedBy, pathOf, requestIn } from './requests.js';

/**
 * Notes each request that prepares a scenario and that a requirement judges, unless the requirement
 * of the scenario needs one that does. When such a request fails, one of the needs is accused that
 * is not about it.
 */
export function checkNeeds(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const finished = scenarios.filter(({ tags }) => !tags.includes(unfinishedTag));
  const judges = findJudges(finished, requirements);
  const foundationsOf = foundationsIn(requirements.map(({ requirement }) => requirement));
  const lacking = new Map<string, Lack>();
  for (const scenario of finished) {
    const { requirement } = scenario;
    const known = new Set([requirement, ...foundationsOf(requirement)]);
    for (const step of scenario.steps.filter((one) => sendsReadyMade(one, library))) {
      const request = step.kind === 'preparation' ? operationIn(step) : undefined;
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
  return [...lacking].map(([place, lack]) => findingAt(place, describe(lack), 'note'));
}

/** A request that prepares, a requirement about it, and those that do not need that one. */
interface Lack {
  readonly request: string;
  readonly judge: string;
  readonly ids: Set<string>;
}

function describe({ request, judge, ids }: Lack): string {
  const [first = '', ...others] = ids;
  const more = others.length === 0 ? '' : ` and ${countOf(others.length, 'other')}`;
  return `${request} prepares, and ${judge} judges it: add it to the needs of ${first}${more}, which its failure would not block.`;
}

/** By operation: the requirements that demand a success of it, in the order of the catalogue. */
function findJudges(
  scenarios: readonly Scenario[],
  requirements: readonly PlacedRequirement[],
): ReadonlyMap<string, readonly string[]> {
  const musts = requirements.flatMap(({ requirement: { id, level } }) =>
    level === 'open' ? [] : id,
  );
  const judges = new Map<string, string[]>();
  for (const id of musts) {
    for (const { requirement, steps } of scenarios) {
      if (requirement !== id) continue;
      const judged = steps.filter(({ kind }) => kind !== 'preparation');
      const [first] = judged.flatMap((step) => operationIn(step) ?? []);
      const isRejected = exercisedBy({ steps: judged }).some(({ status = '' }) =>
        /^[345]/.test(status),
      );
      if (first === undefined || isRejected) continue;
      judges.set(first, [...(judges.get(first) ?? []), id]);
    }
  }
  return judges;
}

/** The operation of a step that sends a request: `POST /todos/{}`. */
function operationIn({ text }: Step): string | undefined {
  const request = /^I send\b/.test(text) ? requestIn(text) : undefined;
  const path = request && pathOf(request);
  if (request === undefined || path === undefined) return undefined;
  return `${request.method} ${request.target.replace(/\$\{[^}]*\}/g, '{}').replace(/[?#].*$/s, '')}`;
}
