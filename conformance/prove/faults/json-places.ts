/** Places in JSON bodies, in which all elements of an array have the same place. */
import { asObject, memberOf } from '../../../kit/collections.js';
import { jsonOf, type ReceivedResponse } from '../../http/exchange.js';
import { writeJson } from '../../http/json.js';

/** Every element of an array. */
const each = Symbol('each');

/** The steps from the root of a body to a value. */
export type JsonPlace = readonly (string | typeof each)[];

/** A place with the values that were seen there. */
export interface PlaceValues {
  readonly place: JsonPlace;
  /** As JSONPath: `$.items[*].id` */
  readonly path: string;
  readonly values: readonly unknown[];
}

/** In place of a value: there is none. */
export const absent = Symbol('absent');

/** Deeper values have no places of their own. */
const deepest = 5;
/** The most members of an object that has names, rather than keys that are data. */
const mostMembers = 100;

/** The places of all values in some bodies, from the outside to the inside. */
export function placesIn(bodies: readonly unknown[]): readonly PlaceValues[] {
  const found: PlaceValues[] = [];
  const visit = (place: JsonPlace, values: readonly unknown[]): void => {
    found.push({ place, path: describePlace(place), values });
    if (place.length === deepest) return;
    const elements = values.flatMap((value) => (Array.isArray(value) ? value : []));
    if (elements.length > 0) visit([...place, each], elements);
    const objects = values.map(asObject);
    const names = new Set(objects.flatMap((one) => Object.keys(one)));
    if (names.size > mostMembers) return;
    for (const name of names) {
      const members = objects.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []));
      visit([...place, name], members);
    }
  };
  visit([], bodies);
  return found;
}

function describePlace(place: JsonPlace): string {
  const steps = place.map((step) => {
    if (step === each) return '[*]';
    return /^[a-z_]\w*$/i.test(step) ? `.${step}` : `['${step.replace(/['\\]/g, '\\$&')}']`;
  });
  return `$${steps.join('')}`;
}

/** Whether a place is that of a member of an object. */
export function isMember({ place }: PlaceValues): boolean {
  return typeof place.at(-1) === 'string';
}

/** The name of the member at a place. */
export function memberName({ place }: PlaceValues): string {
  const last = place.at(-1);
  return typeof last === 'string' ? last : '';
}

/** The value at a place without elements of arrays; undefined when there is none. */
export function valueAt(body: unknown, place: JsonPlace): unknown {
  let value = body;
  for (const step of place) value = step === each ? undefined : memberOf(value, step);
  return value;
}

/**
 * Replaces the values at a place; `absent` removes a member.
 *
 * @returns the same object when nothing is replaced
 */
export function changeAt(
  value: unknown,
  [step, ...rest]: JsonPlace,
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(value);
  if (step === each) {
    if (!Array.isArray(value)) return value;
    const changed = value.map((one) => changeAt(one, rest, change));
    return changed.every((one, index) => one === value[index]) ? value : changed;
  }
  const object = asObject(value);
  if (object !== value || !Object.hasOwn(object, step)) return value;
  const changed = changeAt(object[step], rest, change);
  if (changed === object[step]) return value;
  if (changed !== absent) return { ...object, [step]: changed };
  const { [step]: _removed, ...others } = object;
  return others;
}

/** An answer with another JSON body; undefined when `change` leaves the body as it is. */
export function withJson(
  response: ReceivedResponse,
  change: (body: unknown) => unknown,
): ReceivedResponse | undefined {
  const json = jsonOf(response);
  if (json === undefined) return undefined;
  const changed = change(json.value);
  return changed === json.value ? undefined : withBody(response, writeJson(changed));
}

/** An answer with another body. */
export function withBody({ status, headers }: ReceivedResponse, body: string): ReceivedResponse {
  return { status, headers, body, malformedAt: undefined };
}

/** Whether nobody can tell two answers apart. */
export function areEqual(one: ReceivedResponse, other: ReceivedResponse): boolean {
  const isSame =
    one.status === other.status && JSON.stringify(one.headers) === JSON.stringify(other.headers);
  if (!isSame || one.body === other.body) return isSame;
  const [a, b] = [jsonOf(one), jsonOf(other)];
  return a !== undefined && b !== undefined && writeJson(a.value) === writeJson(b.value);
}
