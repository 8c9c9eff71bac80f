/** Names for the ids of resources, and ids that requests choose. */

import { asObject, groupBy, ownMember } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { singularsOf } from '../description/references.js';
import { usualIfAny } from '../examples/bodies.js';
import { uniquePlaceholder } from '../examples/example-value.js';

/** A name that a value can be remembered by, and the placeholder for it. */
export function nameValue(
  api: ApiDescription,
  before: readonly string[],
  parameter: string,
): { readonly name: string; readonly value: string } {
  const [owner] = ambiguous(api).has(parameter) ? singularsOf(before.at(-1) ?? '') : [];
  const plain = (owner === undefined ? parameter : `${owner}-${parameter}`).replace(
    /[^\p{L}\p{N}_-]/gu,
    '-',
  );
  const name = ['unique', 'profile'].includes(plain) ? `${plain}-value` : plain;
  return { name, value: `\${${name}}` };
}

/** The names of parameters that a resource has in common with another one, below which it is created. */
const ambiguous = remember(({ operations }: ApiDescription): ReadonlySet<string> => {
  const places = operations.flatMap(({ method, path }) =>
    [...path.matchAll(/\{([^{}]+)\}/g)].map(({ index, 1: name = '', 0: part }) => ({
      ...{ name, before: path.slice(0, index) },
      isParent: method === 'POST' && path.length > index + part.length,
    })),
  );
  const byName = groupBy(places, ({ name }) => name);
  const isAmbiguous = ([, found]: readonly [string, typeof places]) =>
    found.some(({ isParent }) => isParent) && new Set(found.map(({ before }) => before)).size > 1;
  return new Set([...byName].filter(isAmbiguous).map(([name]) => name));
});

/** A value that the request itself chooses. */
export function idInBody(
  api: ApiDescription,
  operation: ApiOperation,
  name: string,
): string | undefined {
  const value = ownMember(asObject(usualIfAny(api, operation)), name);
  return value === uniquePlaceholder ? value : undefined;
}
