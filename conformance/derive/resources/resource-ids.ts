/** Names for the ids of resources, and ids that requests choose. */

import { asObject, ownMember } from '../../../kit/collections.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { singularsOf } from '../description/references.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample, uniquePlaceholder } from '../examples/example-value.js';

/** A name that a value can be remembered by, and the placeholder for it. */
export function nameValue(
  api: ApiDescription,
  before: readonly string[],
  parameter: string,
): { readonly name: string; readonly value: string } {
  const [owner] = isAmbiguous(api, parameter) ? singularsOf(before.at(-1) ?? '') : [];
  const plain = (owner === undefined ? parameter : `${owner}-${parameter}`).replace(
    /[^\p{L}\p{N}_-]/gu,
    '-',
  );
  const name = ['unique', 'profile'].includes(plain) ? `${plain}-value` : plain;
  return { name, value: `\${${name}}` };
}

/** Whether a resource and another one, below which it is created, have parameters of one name. */
function isAmbiguous({ operations }: ApiDescription, parameter: string): boolean {
  const part = `{${parameter}}`;
  const paths = operations.map(({ path }) => path.split(part)).filter(({ length }) => length > 1);
  const isBelow = operations.some(
    ({ method, path }) => method === 'POST' && path.includes(`${part}/`),
  );
  return isBelow && new Set(paths.map(([before]) => before)).size > 1;
}

/** A value that the request itself chooses. */
export function idInBody(
  api: ApiDescription,
  operation: ApiOperation,
  name: string,
): string | undefined {
  try {
    const value = ownMember(asObject(bodyOf(api, operation)), name);
    return value === uniquePlaceholder ? value : undefined;
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}
