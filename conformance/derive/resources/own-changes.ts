/** Scenarios change only what they have created. */

import { valueAt } from '../../../kit/collections.js';
import type { ApiOperation } from '../description/description.js';
import { isPathWithin, isSamePath } from '../description/paths.js';
import { chosenIdsIn, referencesIn } from '../description/references.js';
import { isReferred } from '../description/referred-ids.js';
import { NoExample, uniquePlaceholder } from '../examples/example-value.js';
import { hasOwnText } from '../examples/own-texts.js';
import { mayShowOwnText } from './marked-members.js';
import { isAccountChange } from './own-account.js';
import { ownerReferenceOf } from './owner-references.js';
import type { Plan, Use } from './plan.js';
import { type CreatingRequest, type FilledPath, isReading } from './resources.js';

/** Nothing shows that a request changes only what the run has created. The message is a clause. */
export class NotOwn extends NoExample {}

/**
 * Scenarios must not change data of others: the resource must be created by the scenario, contain a
 * unique text, and be shown by a GET. An account is one that the scenario registers.
 *
 * @throws NotOwn when one of these does not hold
 */
export function demandOwnership(plan: Plan, use: Use, filled: FilledPath): void {
  const { operation, byQuery } = use;
  const { method, path } = operation;
  if (isAccountChange(plan, use) || plan.isAllowed(operation)) return;
  const { creations } = filled;
  const isNamed = filled.path.includes(uniquePlaceholder);
  if (isReading(method) || isNamed || (method === 'POST' && creations.length === 0)) return;
  if (creations.length === 0) throw new NotOwn('it may change data of others');
  const isReferring = (creation: CreatingRequest) =>
    ownerReferenceOf(plan)(creation.operation) !== undefined;
  const isMarked = creations.every((one) => hasOwnText(one.body) || isReferring(one));
  if (!isMarked) throw new NotOwn("the creating request has no free text for the run's marker");
  const isShown =
    creations.some(isReferring) ||
    plan.uses.some(
      (one) =>
        one.operation.method === 'GET' &&
        (byQuery === undefined
          ? one.operation.path.includes('{') && isAround(operation, one.operation)
          : one.byQuery?.name === byQuery.name && isSamePath(one.operation.path, path)) &&
        creations.some(({ body }) => mayShowOwnText(plan.api, one.operation, body)),
    );
  if (!isShown) throw new NotOwn('no GET shows whether the run owns what is changed');
}

/**
 * What is created below another resource must not change one of others.
 *
 * @param before the requests that create what its path names
 * @throws NotOwn as `demandOwnership`
 */
export function demandOwnParent(
  plan: Plan,
  { operation, path }: CreatingRequest,
  before: readonly CreatingRequest[],
): void {
  const use = plan.uses.find((one) => one.operation === operation);
  if (use !== undefined && operation.path.includes('{'))
    demandOwnership(plan, use, { path, query: {}, creations: before });
}

/** Whether a GET reads what an operation is about: a list shows what a POST creates, not its parent. */
function isAround({ method, path }: ApiOperation, read: ApiOperation): boolean {
  const isOwnList = method === 'POST' && isSamePath(path, read.path);
  return !isOwnList && isPathWithin(path, read.path);
}

/**
 * A body refers only to what the scenario creates, and names what it creates by a text of the run. The
 * value of an example names something else.
 *
 * @throws NotOwn when it names another resource, which the request may change
 */
export function demandOwnReferences(plan: Plan, operation: ApiOperation, body: unknown): void {
  const { method, path } = operation;
  if (isReading(method) || plan.isAllowed(operation)) return;
  const ids = [
    ...referencesIn(plan.api, operation, body).map((one) => one.path),
    ...chosenIdsIn(operation, body).filter((one) => !hasOwnText(valueAt(body, one))),
  ];
  const foreign = ids.find((one) => !isReferred(valueAt(body, one)));
  if (foreign === undefined) return;
  const place = `$.${foreign.join('.')} in the body of ${method} ${path}`;
  throw new NotOwn(`${place} may name what the run has not created`);
}
