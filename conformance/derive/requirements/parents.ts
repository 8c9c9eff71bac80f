/** Requirements about resources below others. */

import { unknownStatus } from '../description/refusals.js';
import { NoExample } from '../examples/example-value.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { draft } from '../scenarios/draft.js';
import { labelOf } from './answers.js';
import { statusOf } from './stored-values.js';

/** Whether what was created below one resource is found below another one. */
export function planParents(plan: Plan) {
  return findResources(plan).flatMap(({ create, reads }) =>
    reads.slice(0, 1).flatMap((read) => planParent(plan, create, read)),
  );
}

function planParent(plan: Plan, create: Use, read: Use) {
  const status = unknownStatus(read.operation);
  const parent = lastCreation(plan, create);
  const isBelow = read.operation.path.startsWith(`${create.operation.path}/`);
  if (parent?.jsonPath === undefined || status === undefined || !isBelow) return [];
  const about = {
    // Where ids are unique everywhere, a server may look at the last one alone: the path only suggests more.
    ...{ rule: 'parent', kind: 'state' as const, level: 'open' as const },
    statement: `${labelOf(read)} does not find what was created below another resource.`,
    needs: [statusOf(read), `${read.name}.unknown`, `${create.name}.stored`],
  };
  return draft(plan, read, about, (writer) => {
    const filled = writer.prepare(read);
    const owner = plan.uses.find(
      (one) =>
        one.operation.method === 'GET' &&
        one.operation.path.endsWith('}') &&
        lastCreation(plan, one)?.operation === parent.operation,
    );
    if (owner === undefined) throw new NoExample('nothing shows the other resource');
    writer.prepare(owner, { mark: `${read.name}-parent` });
    writer.authorize(read.operation).send('When', read.operation, filled.path);
    writer.expect(status);
  });
}
