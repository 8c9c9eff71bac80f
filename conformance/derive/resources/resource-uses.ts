/** The uses that create, read, list, change and delete one kind of resource. */

import { remember } from '../../../kit/remember.js';
import { isSamePath, partsOf } from '../description/paths.js';
import { NoExample } from '../examples/example-value.js';
import { hasOwnText } from '../examples/own-texts.js';
import { queryOf } from '../examples/parameters.js';
import { lastCreation } from './ownership.js';
import { isItem, type Plan, type Use } from './plan.js';
import { fillPath, isCreatingPut } from './resources.js';
import { listIn } from './shown-values.js';

/** The uses about one kind of resource. */
export interface Resource {
  readonly create: Use;
  readonly reads: readonly Use[];
  readonly lists: readonly Use[];
  readonly updates: readonly Use[];
  readonly removals: readonly Use[];
}

/** Groups the uses of a description by the requests that create what they are about. */
export const findResources: (plan: Plan) => readonly Resource[] = remember(groupUses);

function groupUses(plan: Plan): readonly Resource[] {
  const identified = plan.uses.flatMap((use) => {
    const creation = lastCreation(plan, use);
    return creation === undefined || !isItem(use) ? [] : [{ use, by: creation.operation }];
  });
  return plan.uses.flatMap((create): Resource[] => {
    const { operation, byQuery } = create;
    const isCreation = operation.method === 'POST' || isCreatingPut(operation);
    const items = identified.filter(({ by }) => by === operation).map(({ use }) => use);
    const lists = plan.uses.filter((one) => isListOf(plan, one, create));
    if (!isCreation || byQuery !== undefined || (items.length === 0 && lists.length === 0))
      return [];
    const having = (...methods: readonly string[]) =>
      items.filter((one) => methods.includes(one.operation.method) && one !== create);
    return [
      {
        ...{ create, lists, reads: having('GET'), removals: having('DELETE') },
        updates: having('PUT', 'PATCH'),
      },
    ];
  });
}

/** The path of a list of what the scenario has created, or of what is beside it. */
export function listPathOf(plan: Plan, list: Use): string {
  return fillPath(plan, list.operation).path;
}

function isListOf(plan: Plan, use: Use, { operation: create }: Use): boolean {
  const { operation, byQuery } = use;
  if (operation.method !== 'GET' || byQuery !== undefined) return false;
  // A list inside of what a GET shows, such as the tags of a pet, is no list of resources.
  if (isItem(use) && lastCreation(plan, use) !== undefined) return false;
  const collection = isCreatingPut(create)
    ? `/${partsOf(create.path).slice(0, -1).join('/')}`
    : create.path;
  const isList = isSamePath(operation.path, collection) && listIn(plan, use) !== undefined;
  return isList && !isFiltered(plan, use);
}

/** Whether a list needs a query that filters it: it may lack what the scenario has created. */
function isFiltered({ api }: Plan, { operation }: Use): boolean {
  try {
    return queryOf(api, operation).some(([, value]) => hasOwnText(value));
  } catch (error) {
    if (error instanceof NoExample) return true;
    throw error;
  }
}
