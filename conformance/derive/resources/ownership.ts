/** Which requests create what others are about. */

import { remember } from '../../../kit/remember.js';
import { idInAnswer } from '../description/answered-ids.js';
import type { ApiOperation } from '../description/description.js';
import { findOperation, isItemPath, partsOf } from '../description/paths.js';
import { idIn } from '../description/references.js';
import type { ReferredId } from '../description/referred-ids.js';
import { kebab } from '../description/values.js';
import { bodyOf } from '../examples/bodies.js';
import { ifMade, isFreeText, NoExample } from '../examples/example-value.js';
import { findAccounts } from './logins.js';
import { accountDeletion } from './own-account.js';
import type { Plan, Use } from './plan.js';
import { type CreatingRequest, fillPath, isCreatingPut } from './resources.js';

/** Whether a use replaces or changes what another request creates. */
export function isUpdate(plan: Plan, use: Use): boolean {
  const { method } = use.operation;
  const isChange = method === 'PUT' || method === 'PATCH';
  return isChange && !isCreatingPut(use.operation) && lastCreation(plan, use) !== undefined;
}

/** The path that deletes what a request creates; undefined when the description has no such request. */
export function deletionOf(plan: Plan, operation: ApiOperation, path: string): string | undefined {
  const isAccount = findAccounts(plan.api).registration?.operation === operation;
  const { deletion } = creationBy(plan, operation, path) ?? {};
  return deletion ?? (isAccount ? accountDeletion(plan) : undefined);
}

/** The creation that a POST makes, with its own path; undefined when nothing tells its id. */
export function creationBy(
  plan: Plan,
  operation: ApiOperation,
  path: string,
): CreatingRequest | undefined {
  const found = deletableIn(plan).get(operation);
  if (found?.deletion === undefined) return undefined;
  // The path of the judged request has the same parents.
  return { ...found, path, deletion: found.deletion.replace(found.path, () => path) };
}

/** The creations by POST whose resources a request deletes, by their operations. */
const deletableIn = remember((plan: Plan): ReadonlyMap<ApiOperation, CreatingRequest> => {
  const found = new Map<ApiOperation, CreatingRequest>();
  for (const use of plan.uses) {
    if (!['GET', 'DELETE', 'PUT', 'PATCH'].includes(use.operation.method)) continue;
    const creation = lastCreation(plan, use);
    if (creation?.deletion === undefined || creation.operation.method !== 'POST') continue;
    if (!found.has(creation.operation)) found.set(creation.operation, creation);
  }
  return found;
});

/** The request that creates what a use identifies; undefined when none does. */
export function lastCreation(plan: Plan, use: Use): CreatingRequest | undefined {
  return creationsIn(plan)(use);
}

const creationsIn = remember((plan: Plan) => remember((use: Use) => findLastCreation(plan, use)));

function findLastCreation(plan: Plan, { operation, byQuery }: Use): CreatingRequest | undefined {
  return ifMade(() => {
    const { path, creations } = fillPath(plan, operation, { byQuery });
    // What the operator names is not what the request before it has created: that is around it.
    const last = partsOf(operation.path).findLastIndex((part) => part.includes('{'));
    const isGiven = byQuery === undefined && partsOf(path)[last]?.includes('${parameter:');
    return isGiven ? undefined : creations.at(-1);
  });
}

/** The name of the resource that a use is about, by the request that creates it. */
export function resourceName(plan: Plan, use: Use): string {
  return (lastCreation(plan, use)?.operation ?? use.operation).path;
}

/** The id of a resource after an update. */
interface ChangedId {
  readonly creation: CreatingRequest;
  /** The place of the id in the answer to the update. */
  readonly jsonPath: string;
  /** `/articles/${$.article.slug}` */
  readonly deletion: string;
}

/**
 * The id in the answer to an update, when it may be made of the values that the update changes, such
 * as a slug; undefined for other ids.
 */
export function changedId(plan: Plan, use: Use): ChangedId | undefined {
  if (!isUpdate(plan, use) || use.byQuery !== undefined) return undefined;
  const { parameters, path } = use.operation;
  const parts = partsOf(path);
  const [, name] = /^\{([^{}]+)\}$/.exec(parts.at(-1) ?? '') ?? [];
  const parameter = parameters.find((one) => one.place === 'path' && one.name === name);
  const creation = lastCreation(plan, use);
  if (creation?.deletion === undefined || creation.jsonPath === undefined) return undefined;
  if (parameter === undefined || !isFreeText(parameter.schema)) return undefined;
  const jsonPath = idInAnswer(plan.api, use.operation, parts.slice(0, -1), parameter.name);
  if (jsonPath === undefined) return undefined;
  const deletion = creation.deletion.replace(/\$\{\$[^}]*\}$/, () => `\${${jsonPath}}`);
  return { creation, jsonPath, deletion };
}

/**
 * The request that creates what a body refers to.
 *
 * @throws NoExample when the description does not show how
 */
export function creationOfReferred(plan: Plan, { name, collection }: ReferredId): CreatingRequest {
  const use = plan.uses.find(
    ({ operation, byQuery }) => byQuery === undefined && isItemPath(operation.path, collection),
  );
  const creation = use === undefined ? unaddressed(plan, collection) : lastCreation(plan, use);
  if (creation === undefined) throw new NoExample(`nothing shows what creates ${collection}`);
  const parameter = use?.operation.path.slice(collection.length + 2, -1) ?? '';
  const isSameName = kebab(name.split(' ').at(-1) ?? '', '') === kebab(parameter, '');
  const jsonPath = isSameName ? undefined : idIn(plan.api, creation.operation);
  return jsonPath === undefined ? creation : { ...creation, jsonPath };
}

/** The request that creates what no path names. */
function unaddressed({ api }: Plan, collection: string): CreatingRequest | undefined {
  const operation = findOperation(api, 'POST', partsOf(collection));
  if (operation === undefined) return undefined;
  const { path } = operation;
  const answered = { jsonPath: idIn(api, operation), deletion: undefined, name: '', value: '' };
  return { operation, path, body: bodyOf(api, operation), ...answered };
}
