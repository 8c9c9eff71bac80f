/** What scenarios send in bodies: values that are this run's own and stand in no other row. */
import type { CheckRun } from '../../conformance/scenarios/scenario-run.js';
import type { Json, Resource } from '../world.js';

/** A name that no other row has. */
export function ownName(run: CheckRun): string {
  return `Touchstone ${run.marker} ${run.nextNumber()}`;
}

/** A body that any conforming server accepts, marked as this run's own and unlike any other. */
export function completeBody(run: CheckRun, resource: Resource): Json {
  const name = ownName(run);
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: `made as ${name}`, price: 12.5, stock: 7 };
}

/** A body that differs from the complete one in every member. */
export function replacementBody(run: CheckRun, resource: Resource): Json {
  const name = `${ownName(run)} changed`;
  if (resource === 'users') return { name, email: ownEmail(run) };
  return { name, description: 'changed by a conformance check', price: 99.75, stock: 40 };
}

/** A body that changes some members: a product keeps the others, a user has to be sent whole. */
export function changingBody(run: CheckRun, resource: Resource, changes: Json): Json {
  return resource === 'users' ? { ...replacementBody(run, resource), ...changes } : changes;
}

/** An e-mail address that no other user has. */
export function ownEmail(run: CheckRun): string {
  return `${run.marker}-${run.nextNumber()}@touchstone.example`;
}
