/** Links of a description: an answer states the parameters of another operation (OpenAPI §4.8.20). */

import { asObject, groupBy, ownMember } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
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
  if (target.operationId === undefined) return undefined;
  for (const { operation, link } of linksIn(api).get(target.operationId) ?? []) {
    const parameters = asObject(link.parameters);
    const expression =
      ownMember(parameters, parameter) ?? ownMember(parameters, `path.${parameter}`);
    const [, pointer] = /^\$response\.body#(\/[\w/-]+)$/.exec(String(expression)) ?? [];
    if (pointer !== undefined) return { operation, jsonPath: `$${pointer.replaceAll('/', '.')}` };
  }
  return undefined;
}

/** The links of all answers to POST, by the operations that they lead to. */
const linksIn = remember(({ document, operations }: ApiDescription) => {
  const posts = operations.filter(({ method }) => method === 'POST');
  const links = posts.flatMap((operation) =>
    operation.answers.flatMap((answer) =>
      answer.links.map((one) => ({ operation, link: referencedObject(document, one) })),
    ),
  );
  return groupBy(links, ({ link }) => link.operationId);
});
