/** How the resources of a suite are named in URLs. */
import type { ResourceKind } from './suite.js';

/**
 * The parameter by which the query of a URL names a resource, such as `id` in `/todos?id=7`; undefined
 * when none does.
 */
export function findNamingParameter(url: URL, kinds: readonly ResourceKind[]): string | undefined {
  for (const { item } of kinds) {
    const [path = '', query = ''] = item.split('?');
    const [name] = [...new URLSearchParams(query)].find(([, value]) => value.includes('${')) ?? [];
    if (name !== undefined && url.pathname.endsWith(path) && url.searchParams.has(name))
      return name;
  }
  return undefined;
}
