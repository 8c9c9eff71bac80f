/** Names for the ids of resources, and ids that requests choose. */

import { asObject, ownMember } from '../../../kit/collections.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample, uniquePlaceholder } from '../examples/example-value.js';

/** A name that a value can be remembered by, and the placeholder for it. */
export function nameValue(parameter: string): { readonly name: string; readonly value: string } {
  const plain = parameter.replace(/[^\p{L}\p{N}_-]/gu, '-');
  const name = ['unique', 'profile'].includes(plain) ? `${plain}-value` : plain;
  return { name, value: `\${${name}}` };
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
