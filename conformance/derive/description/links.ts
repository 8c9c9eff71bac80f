/** Links of a description: an answer states the parameters of another operation (OpenAPI §4.8.20). */

import { asObject, ownMember } from '../../../kit/collections.js';
import type { ApiDescription, ApiOperation } from './description.js';
import { referencedObject } from './values.js';

/** An operation whose answer has the value of a parameter. */
export interface FoundLink {
  readonly operation: ApiOperation;
  readonly jsonPath: string;
}

/** The link that gives a parameter of an operation its value; undefined when there is none. */
export function findLink(
  api: ApiDescription,
  target: ApiOperation,
  parameter: string,
): FoundLink | undefined {
  for (const operation of api.operations) {
    if (operation.method !== 'POST') continue;
    for (const { links } of operation.answers) {
      for (const link of links.map((one) => referencedObject(api.document, one))) {
        if (link.operationId !== target.operationId || target.operationId === undefined) continue;
        const parameters = asObject(link.parameters);
        const expression =
          ownMember(parameters, parameter) ?? ownMember(parameters, `path.${parameter}`);
        const [, pointer] = /^\$response\.body#(\/[\w/-]+)$/.exec(String(expression)) ?? [];
        if (pointer !== undefined)
          return { operation, jsonPath: `$${pointer.replaceAll('/', '.')}` };
      }
    }
  }
  return undefined;
}
