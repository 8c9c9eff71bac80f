/**
 * Request bodies of scenarios, with values that no other row has. At least one text of a row always
 * contains the run's marker, by which the run recognizes it.
 */
import type { CheckRun } from '../../../conformance/index.js';
import type { JsonObject, Resource } from '../../world/service.js';

/** A name that no other row has. */
export function ownName(run: CheckRun): string {
  return `Touchstone ${run.marker} ${run.nextNumber()}`;
}

/** A body with unique values that every conforming server accepts. */
export function completeBody(run: CheckRun, resource: Resource): JsonObject {
  const name = ownName(run);
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: `made as ${name}`, price: 12.5, stock: 7 };
}

/** The end of the name of a user without an e-mail address, whose other values may not be unique. */
export const addressless = 'without address';

/** A complete body with some members replaced; undefined removes a member. */
export function bodyWith(run: CheckRun, resource: Resource, members: JsonObject): JsonObject {
  const body = { ...completeBody(run, resource), ...members };
  const isAddressless = resource === 'users' && 'email' in members && !members.email;
  return isAddressless ? { ...body, name: `${body.name} ${addressless}` } : body;
}

/** A body that differs from a complete one in every member. */
export function replacementBody(run: CheckRun, resource: Resource): JsonObject {
  const name = `${ownName(run)} changed`;
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: `changed to ${name}`, price: 99.75, stock: 40 };
}

/** A body that changes some members; a user must be sent completely, a product keeps the others. */
export function changingBody(run: CheckRun, resource: Resource, changes: JsonObject): JsonObject {
  return resource === 'users' ? { ...replacementBody(run, resource), ...changes } : changes;
}

/** An e-mail address that no other user has. */
export function ownEmail(run: CheckRun): string {
  return `${run.marker}-${run.nextNumber()}@touchstone.example`;
}

/** The member for a name in features. */
export function memberNamed(name: string): string {
  return name === 'e-mail address' ? 'email' : name;
}

/** A value in features: JSON, or `absent` for undefined. */
export function parseValue(text: string): unknown {
  return text === 'absent' ? undefined : JSON.parse(text);
}

/** An id as a member of a body: a number, or a text when a number would lose digits. */
export function idInBody(id: string): number | string {
  return Number.isSafeInteger(Number(id)) ? Number(id) : id;
}
