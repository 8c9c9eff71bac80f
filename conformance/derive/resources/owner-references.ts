/**
 * How resources without a free text are recognized as the run's own: by a member that names a resource
 * which has one, such as `customerId` of an order.
 */

import { asObject, ownMember, valueAt } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import type { ApiOperation } from '../description/description.js';
import { asSent, isItemPath } from '../description/paths.js';
import { referencesIn } from '../description/references.js';
import { isReferred } from '../description/referred-ids.js';
import { ifMade } from '../examples/example-value.js';
import { hasOwnText } from '../examples/own-texts.js';
import { creationOfReferred, lastCreation } from './ownership.js';
import type { Plan, Use } from './plan.js';
import type { CreatingRequest } from './resources.js';
import { objectsIn } from './shown-values.js';

/** A member by which what a request creates is recognized. */
export interface OwnerReference {
  readonly member: string;
  /** `/orders/${id}`, by the name of the member that has the id. */
  readonly item: string;
  /** The same of what the member names: `/customers/${id}`. */
  readonly owner: string;
}

/** The first such member; undefined where there is none, or where a free text is enough. */
export const ownerReferenceOf = remember((plan: Plan) =>
  remember((operation: ApiOperation) => findOwnerReference(plan, operation)),
);

function findOwnerReference(plan: Plan, operation: ApiOperation): OwnerReference | undefined {
  const read = readOf(plan, operation.path);
  const creation = read && lastCreation(plan, read);
  if (creation?.operation !== operation || hasOwnText(creation.body)) return undefined;
  for (const { path, collection } of referencesIn(plan.api, operation, creation.body)) {
    const [member = '', ...inside] = path;
    if (inside.length > 0 || !isReferred(valueAt(creation.body, path))) continue;
    const item = itemOf(plan, read, creation, member);
    const owner = ownerOf(plan, member, collection);
    if (item !== undefined && owner !== undefined) return { member, item, owner };
  }
  return undefined;
}

/** The path of what a member names, if a GET of it shows a text of the run. */
function ownerOf(plan: Plan, name: string, collection: string): string | undefined {
  const read = readOf(plan, collection);
  const creation = read && lastCreation(plan, read);
  const referred = ifMade(() => creationOfReferred(plan, { name, mark: '', collection }));
  // The path may name it by something else than the member does.
  if (creation === undefined || creation.jsonPath !== referred?.jsonPath) return undefined;
  const texts = Object.entries(asObject(creation.body)).filter(
    ([, value]) => typeof value === 'string' && hasOwnText(value),
  );
  return texts.flatMap(([text]) => itemOf(plan, read, creation, text) ?? [])[0];
}

/** The GET of one resource of a collection. */
function readOf({ uses }: Plan, collection: string): Use | undefined {
  if (collection.includes('{')) return undefined;
  return uses.find(
    ({ operation: { method, path }, byQuery }) =>
      method === 'GET' && byQuery === undefined && isItemPath(path, collection),
  );
}

/** `/orders/${id}`, if the GET shows the id beside a member. */
function itemOf(
  plan: Plan,
  read: Use | undefined,
  { jsonPath = '' }: CreatingRequest,
  member: string,
): string | undefined {
  const [, id] = /\.([a-z_]\w*)$/i.exec(jsonPath) ?? [];
  if (read === undefined || id === undefined) return undefined;
  const isShown = objectsIn(plan, read).some(({ properties }) =>
    [id, member].every((name) => ownMember(properties, name) !== undefined),
  );
  const { operation } = read;
  const path = operation.path.replace(/\{[^{}]*\}$/, () => `\${${id}}`);
  return isShown ? asSent(operation, path) : undefined;
}
