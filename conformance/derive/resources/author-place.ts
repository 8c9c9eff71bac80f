/** Where answers show the account that has created a resource. */
import { asObject } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { merged } from '../description/merged-schema.js';
import type { Plan, Use } from './plan.js';
import { objectsIn } from './shown-values.js';

/** Members that have the account which created a resource. */
export const authorName = /^(author|owner|creator|created_?by|user|account|poster|uploader)$/i;

/** Members by which an account is known. */
const identityName = /^(id|uuid|name|user_?name|login|handle|email)$/i;

/** The JSONPath of the name or id of the author in the answer to a use; undefined for none. */
export function authorPlace(plan: Plan, use: Use): string | undefined {
  const { document } = plan.api;
  for (const { path, properties } of objectsIn(plan, use))
    for (const [name, part] of Object.entries(properties)) {
      if (!authorName.test(name)) continue;
      const inside = Object.keys(asObject(merged(document, part).properties));
      const identity = inside.find((one) => identityName.test(one));
      if (identity !== undefined) return `${path}${step(name)}${step(identity)}`;
    }
  return undefined;
}
