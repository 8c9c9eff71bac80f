/**
 * What scenarios send in bodies: values that are this run's own and stand in no other row. Of the
 * texts of a row one at least has the run's marker at any time, by which the run knows it again.
 */
import type { CheckRun } from '../../../conformance/index.js';
import type { JsonObject, Resource } from '../../service.js';

/** A name that no other row has. */
export function ownName(run: CheckRun): string {
  return `Touchstone ${run.marker} ${run.nextNumber()}`;
}

/** A body that any conforming server accepts, marked as this run's own and unlike any other. */
export function completeBody(run: CheckRun, resource: Resource): JsonObject {
  const name = ownName(run);
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: `made as ${name}`, price: 12.5, stock: 7 };
}

/** Ends the name of a user who has no e-mail address, and so nothing else that no other row has. */
export const addressless = 'without address';

/** A complete body but for some members: undefined for one that it does not have. */
export function bodyWith(run: CheckRun, resource: Resource, members: JsonObject): JsonObject {
  const body = { ...completeBody(run, resource), ...members };
  const isAddressless = resource === 'users' && 'email' in members && !members.email;
  return isAddressless ? { ...body, name: `${body.name} ${addressless}` } : body;
}

/** A body that differs from the complete one in every member. */
export function replacementBody(run: CheckRun, resource: Resource): JsonObject {
  const name = `${ownName(run)} changed`;
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: `changed to ${name}`, price: 99.75, stock: 40 };
}

/** A body that changes some members: a product keeps the others, a user has to be sent whole. */
export function changingBody(run: CheckRun, resource: Resource, changes: JsonObject): JsonObject {
  return resource === 'users' ? { ...replacementBody(run, resource), ...changes } : changes;
}

/** An e-mail address that no other user has. */
export function ownEmail(run: CheckRun): string {
  return `${run.marker}-${run.nextNumber()}@touchstone.example`;
}

/** The member that goes by a name in features. */
export function memberNamed(name: string): string {
  return name === 'e-mail address' ? 'email' : name;
}

/** A value as features write it: JSON, or `absent` for none at all. */
export function parseValue(text: string): unknown {
  return text === 'absent' ? undefined : JSON.parse(text);
}

/** An id as a member of a body: its digits in a text where no number holds them all. */
export function idInBody(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}
