/** The kinds of resources of a description that the harness has to know. */
import { UniqueNames } from '../../../kit/unique-names.js';
import type { ResourceKind } from '../../suite/suite.js';
import { asSent, partsOf } from '../description/paths.js';
import { kebab } from '../description/values.js';
import { ownerReferenceOf } from './owner-references.js';
import type { Plan } from './plan.js';
import { findResources } from './resource-uses.js';

/**
 * Those that requests name in the query, and those that are recognized by what they refer to, after what
 * they refer to. They have no lists: a description does not tell which members of an element only its
 * creator sets, so that a list proves nothing to the clean-up.
 */
export function resourceKinds(plan: Plan): readonly ResourceKind[] {
  const names = new UniqueNames();
  const kinds = new Map<string, ResourceKind>();
  const add = (path: string, item: string, more: Pick<ResourceKind, 'refers'> = {}) => {
    const known = kinds.get(item);
    if (known !== undefined) return known;
    const name = names.take(kebab(partsOf(path).at(-1) ?? '', 'resource'));
    const kind = { name, item, list: undefined, members: [], ...more };
    kinds.set(item, kind);
    return kind;
  };
  for (const { create, reads, updates, removals } of findResources(plan)) {
    const { path } = create.operation;
    const use = [...reads, ...updates, ...removals].find(({ byQuery }) => byQuery !== undefined);
    const reference = ownerReferenceOf(plan)(create.operation);
    if (use?.byQuery !== undefined) {
      const query = `${use.byQuery.name}=\${${use.byQuery.name}}`;
      add(path, asSent(use.operation, `${use.operation.path}?${query}`));
    } else if (reference !== undefined) {
      const { member, item, owner } = reference;
      const { name } = add(owner.replace(/\/[^/]*$/, ''), owner);
      add(path, item, { refers: { [member]: name } });
    }
  }
  return [...kinds.values()];
}
