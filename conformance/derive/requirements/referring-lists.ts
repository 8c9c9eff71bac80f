/**
 * Requirements about lists of what refers to a resource, such as `GET /customers/{id}/orders`, when another
 * path creates it: `POST /orders` with a `customerId`.
 */

import { valueAt } from '../../../kit/collections.js';
import { partsOf } from '../description/paths.js';
import { referencesIn } from '../description/references.js';
import { isReferred } from '../description/referred-ids.js';
import { usualIfAny } from '../examples/bodies.js';
import { hasOwnText, ownTextOf } from '../examples/own-texts.js';
import { longestPage } from '../resources/paging.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { type List, listIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { shownByElements, state, statusOf } from './stored-values.js';

/** A list, and the use that creates its elements elsewhere. */
interface ReferringList {
  readonly list: Use;
  readonly found: List;
  readonly create: Use;
  /** The path of the list for what the usual body refers to. */
  readonly path: string;
}

/** A list has what refers to its resource, and nothing else. */
export function planReferringLists(plan: Plan): readonly PlannedRequirement[] {
  return plan.uses.flatMap((list) => {
    const one = findReferring(plan, list);
    return one === undefined ? [] : [...planShown(plan, one), ...planEmpty(plan, one)];
  });
}

function findReferring(plan: Plan, list: Use): ReferringList | undefined {
  const { method, path } = list.operation;
  const parts = partsOf(path);
  const [child, parameter = '', ...others] = parts.toReversed();
  const isBelow = /^\{[^{}]+\}$/.test(parameter) && !others.some((part) => part.includes('{'));
  const found = listIn(plan, list);
  if (method !== 'GET' || !isBelow || found === undefined) return undefined;
  const collection = `/${parts.slice(0, -2).join('/')}`;
  for (const { create } of findResources(plan)) {
    const isOther = !create.operation.path.includes('{');
    if (!isOther || partsOf(create.operation.path).at(-1) !== child) continue;
    const body = usualIfAny(plan.api, create.operation);
    const reference = referencesIn(plan.api, create.operation, body).find(
      (one) => one.collection === collection,
    );
    const id = reference && valueAt(body, reference.path);
    if (isReferred(id)) return { list, found, create, path: path.replace(parameter, () => id) };
  }
  return undefined;
}

function needsOf({ list, create }: ReferringList): readonly string[] {
  return [statusOf(list), `${list.name}.response.body`, statusOf(create)];
}

function planShown(plan: Plan, one: ReferringList): readonly PlannedRequirement[] {
  const { list, found, create, path } = one;
  const about = {
    ...{ rule: 'referring', kind: state, needs: needsOf(one) },
    statement: `${labelOf(list)} has what ${labelOf(create)} creates for the resource.`,
  };
  const shown = shownByElements(plan, create, list)?.pattern;
  return draft(plan, list, about, (writer) => {
    writer.perform(create, 'Given');
    const sign = hasOwnText(shown)
      ? `the text of the body contains "${ownTextOf(shown)}"`
      : `${found.path} has at least 1 element`;
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, path, { query: longestPage(list), until: sign });
    writer.expect('a success');
    writer.add('Then', sign);
  });
}

/** A new resource may have elements from the start: then only a text tells those of others. */
function planEmpty(plan: Plan, one: ReferringList): readonly PlannedRequirement[] {
  const { list, found, create } = one;
  const shown = shownByElements(plan, create, list)?.pattern;
  const isTold = hasOwnText(shown);
  const about = {
    ...{ rule: 'empty', kind: state, level: isTold ? ('must' as const) : ('open' as const) },
    statement: `${labelOf(list)} has nothing that ${labelOf(create)} creates for another resource.`,
    needs: [...needsOf(one), `${list.name}.referring`],
  };
  return draft(plan, list, about, (writer) => {
    writer.perform(create, 'Given');
    const { path } = writer.prepare(list, { mark: `${list.name}-empty` });
    writer.authorize(list.operation, 'When');
    writer.send('When', list.operation, path, { query: longestPage(list) });
    writer.applyOnlyIfAccepted();
    const judgement = isTold
      ? `the text of the body does not contain "${ownTextOf(shown)}"`
      : `${found.path} has 0 elements`;
    writer.add('Then', judgement);
  });
}
