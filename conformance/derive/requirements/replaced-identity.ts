/** Ids and tokens that the answer to a change may replace. */

import { successOf } from '../description/answered-ids.js';
import { tokenIn } from '../resources/logins.js';
import { accountFor, isAccountChange } from '../resources/own-account.js';
import { changedId } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import type { Writer } from '../scenarios/writer.js';

/** An update can change an id that is made of its values, such as a slug: the answer has the new one. */
export function takeId(plan: Plan, update: Use, writer: Writer): void {
  const changed = changedId(plan, update);
  if (changed !== undefined)
    writer.add('Given', `I remember ${changed.jsonPath} as "${changed.creation.name}"`);
}

/** A change of an account can replace its token: the answer has the new one. */
export function takeToken(plan: Plan, update: Use, writer: Writer): void {
  const account = isAccountChange(plan, update) && accountFor(plan, update.operation);
  const token = tokenIn(plan.api.document, successOf(update.operation)?.schema);
  if (account && token !== undefined) writer.carryToken(account.header, token);
}
