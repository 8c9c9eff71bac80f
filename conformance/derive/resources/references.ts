/** Members of bodies that name other resources by their ids, such as `ticketTypeId`. */

import { asList, asObject, ownMember } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { isPathWithin, partsOf } from '../description/paths.js';
import { isLogin } from './logins.js';

/** A name that says nothing without its resource. */
const general = /^(id|uuid|guid|key)$/i;

/** Names in bodies are also written with other letter cases and underscores. */
const plainName = (name: string) => name.replaceAll('_', '').toLowerCase();

/** The paths of collections, by the names of the ids of their resources. */
const collectionsIn = remember((api: ApiDescription): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { path } of api.operations) {
    const parts = partsOf(path);
    for (const [index, part] of parts.entries()) {
      const [, name] = /^\{([^{}]+)\}$/.exec(part) ?? [];
      const collection = parts[index - 1];
      if (name === undefined || collection === undefined) continue;
      const singular = collection.replace(/ies$/, 'y').replace(/s$/, '');
      const key = plainName(general.test(name) ? `${singular.replaceAll('-', '')}${name}` : name);
      found.set(key, [...(found.get(key) ?? []), `/${parts.slice(0, index).join('/')}`]);
    }
  }
  return found;
});

/**
 * The member of an operation's body by which it names another resource, if there is one. The value
 * of an example names one that the run has not created.
 */
export function referenceIn(api: ApiDescription, operation: ApiOperation): string | undefined {
  if (isLogin(operation)) return undefined;
  const properties = asObject(merged(api.document, operation.body?.schema).properties);
  return Object.keys(properties).find((name) => {
    const collections = collectionsIn(api).get(plainName(name)) ?? [];
    const part = merged(api.document, ownMember(properties, name));
    const isId = ['integer', 'number', 'string'].includes(typeOf(part));
    const isOther =
      collections.length > 0 && !collections.some((one) => isPathWithin(operation.path, one));
    return isId && isOther && part.readOnly !== true && asList(part.enum).length === 0;
  });
}
