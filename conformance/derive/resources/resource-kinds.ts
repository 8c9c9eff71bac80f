/** The kinds of resources of a description that requests name in the query. */
import { UniqueNames } from '../../../kit/unique-names.js';
import type { ResourceKind } from '../../suite/suite.js';
import { asSent, partsOf } from '../description/paths.js';
import { kebab } from '../description/values.js';
import type { Plan } from './plan.js';
import { findResources } from './resource-uses.js';

/**
 * In the order of the description. They have no lists: a description does not tell which members of
 * an element only its creator sets, so that a list proves nothing to the clean-up.
 */
export function resourceKinds(plan: Plan): readonly ResourceKind[] {
  const names = new UniqueNames();
  return findResources(plan).flatMap(({ create, reads, updates, removals }) => {
    const use = [...reads, ...updates, ...removals].find(({ byQuery }) => byQuery !== undefined);
    if (use?.byQuery === undefined) return [];
    const item = asSent(
      use.operation,
      `${use.operation.path}?${use.byQuery.name}=\${${use.byQuery.name}}`,
    );
    const name = kebab(partsOf(create.operation.path).at(-1) ?? '', 'resource');
    return [{ name: names.take(name), item, list: undefined, members: [] }];
  });
}
