/** Lists with the requests that create their elements. */
import { asObject } from '../../../kit/collections.js';
import type { Parameter } from '../description/description.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { renameOwnTexts } from '../examples/own-texts.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import type { Resource } from '../resources/resource-uses.js';
import type { CreatingRequest } from '../resources/resources.js';
import type { List } from '../resources/shown-values.js';
import type { Writer } from '../scenarios/writer.js';

/** A list, and the use that creates its elements. */
export interface ListSubject {
  readonly plan: Plan;
  readonly resource: Resource;
  /** The use that creates the resource. */
  readonly create: Use;
  readonly list: Use;
  readonly found: List;
}

/** The kind of requirements about lists. */
export const lists = 'lists' as const;

/**
 * Creates two elements, which all scenarios about lists share; in different seconds when the elements
 * show a time: the order of elements of one time is open, and may be another one in each answer.
 */
export function createTwo(subject: ListSubject, writer: Writer): string {
  const filled = writer.perform(subject.create, 'Given');
  if (timesIn(subject).length > 0)
    writer.add('Given', 'I wait until the clock of the target shows another second');
  createAt(subject, writer, filled.path, ['second', otherBody(subject.plan, subject.create)]);
  return filled.path;
}

/** Creates an element whose unique text has a name of its own. */
export function createAt(
  subject: ListSubject,
  writer: Writer,
  path: string,
  [name, body]: readonly [name: string, body: unknown],
): void {
  const creation = creationOf(subject);
  const deletion = creation.deletion?.replace(creation.path, () => path);
  writer.create({ ...creation, path, deletion, jsonPath: undefined, body }, name);
}

/** Members with a time by which lists are often ordered. */
const timeName = /^(created|added|inserted|published|updated|modified|time)/i;

/** The members of the elements that have a time. */
export function timesIn({ found }: ListSubject): readonly string[] {
  return Object.keys(asObject(found.element.properties)).filter((name) => timeName.test(name));
}

/**
 * The request that creates elements.
 *
 * @throws NoExample when there is none
 */
export function creationOf({ plan, create }: ListSubject): CreatingRequest {
  const creation = plan.uses
    .map((one) => lastCreation(plan, one))
    .find((one) => one?.operation === create.operation);
  if (creation === undefined) throw new NoExample('nothing tells how to create elements');
  return creation;
}

/** A body with other values, by which elements can be ordered. */
export function otherBody(plan: Plan, { operation }: Use): unknown {
  return renameOwnTexts(bodyOf(plan.api, operation, 1), 'changed', '');
}

/** The beginning of the ids of requirements about a parameter. */
export function idOf({ name }: Parameter): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/^-|-$/g, '');
}
