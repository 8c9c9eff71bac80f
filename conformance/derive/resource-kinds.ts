/** The kinds of resources of a description, for the clean-up, which looks for them in lists. */
import { UniqueNames } from '../../kit/unique-names.js';
import type { ResourceKind } from '../suite/suite.js';
import { pagingOf } from './pages.js';
import type { Plan, Use } from './plan.js';
import { idInAnswer } from './resource-ids.js';
import { findResources, type Resource } from './resource-uses.js';
import { partsOf } from './resources.js';
import { kebab } from './values.js';

/** Those whose paths need no other value than the id, in the order of the description. */
export function resourceKinds(plan: Plan): readonly ResourceKind[] {
  const names = new UniqueNames();
  return findResources(plan).flatMap((resource) => {
    const [removal] = resource.removals;
    const item = removal && itemPath(plan, resource, removal);
    if (item === undefined) return [];
    const name = kebab(partsOf(resource.create.operation.path).at(-1) ?? '', 'resource');
    const [list] = resource.lists;
    return [{ name: names.take(name), item, list: list && listPath(list) }];
  });
}

/** The path of one resource, with the member of its JSON that names it; undefined for another path. */
function itemPath(plan: Plan, { create }: Resource, use: Use): string | undefined {
  const { operation, byQuery } = use;
  const inPath = operation.parameters.filter(({ place }) => place === 'path');
  const [named = byQuery, ...others] = byQuery === undefined ? inPath : [byQuery, ...inPath];
  if (named === undefined || others.length > 0) return undefined;
  const before = partsOf(operation.path).filter((part) => !part.startsWith('{'));
  const found = idInAnswer(plan.api, create.operation, before, named.name);
  // The clean-up looks for the last step of a path such as `$.article.slug` in each element.
  const [, member] = /\.([A-Za-z_]\w*)$/.exec(found ?? '') ?? [];
  if (member === undefined) return undefined;
  const value = `\${${member}}`;
  if (byQuery !== undefined) return `${operation.path}?${byQuery.name}=${value}`;
  return operation.path.endsWith(`{${named.name}}`)
    ? operation.path.replace(`{${named.name}}`, value)
    : undefined;
}

/** The path of a list, with a number for the page if pages are counted from 1. */
function listPath(list: Use): string | undefined {
  const { path, parameters } = list.operation;
  const isKnown = !path.includes('{') && !parameters.some(({ isRequired }) => isRequired);
  const { page } = pagingOf(list);
  const isFromOne = page?.schema.minimum === 1 || page?.schema.default === 1;
  if (!isKnown) return undefined;
  return page !== undefined && isFromOne ? `${path}?${page.name}=\${page}` : path;
}
