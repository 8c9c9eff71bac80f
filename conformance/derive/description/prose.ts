/** What the prose of an operation says. */

import type { ApiOperation } from './description.js';

/** The prose of an operation that says what it does. */
export function proseOf({
  operationId = '',
  summary = '',
  description = '',
}: ApiOperation): string {
  return `${operationId} ${summary} ${description}`;
}

/** Prose by which a PUT leaves nothing of what it does not name. */
export const replacing = /replac/i;
