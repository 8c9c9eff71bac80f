/** The lists and objects that answers show, and which of them requests have sent. */

import { asList, asObject, type Json, memberOf, ownMember } from '../../../kit/collections.js';
import { step, successOf } from '../description/answered-ids.js';
import { isForm, isMultipart, isWrittenAsJson } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import type { Plan, Use } from './plan.js';

/** A list in an answer. */
export interface List {
  /** `$`, or `$.items`. */
  readonly path: string;
  readonly element: Json;
}

/** The number of alternatives of a schema that are looked at. */
const mostAlternatives = 3;

/** The list of objects in the answer of a use; undefined when there is none, or several. */
export function listIn({ api: { document } }: Plan, { operation }: Use): List | undefined {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return undefined;
  for (let alternative = 0; alternative < mostAlternatives; alternative += 1) {
    const whole = merged(document, schema, alternative);
    if (typeOf(whole) === 'array') return { path: '$', element: merged(document, whole.items) };
    const lists = Object.entries(asObject(whole.properties)).flatMap(([name, part]) => {
      const inside = merged(document, part);
      const element = merged(document, inside.items);
      const isList = typeOf(inside) === 'array' && typeOf(element) === 'object';
      return isList ? [{ path: `$${step(name)}`, element }] : [];
    });
    if (lists.length === 1) return lists[0];
  }
  return undefined;
}

/** An object in an answer, with the JSONPath to it. */
export interface ShownObject {
  readonly path: string;
  readonly properties: Json;
  /** The members that it always has. */
  readonly required: readonly unknown[];
}

/** The objects that an answer shows: itself, and those in its members, which wrap a resource. */
export function objectsIn({ api: { document } }: Plan, { operation }: Use): readonly ShownObject[] {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return [];
  return Array.from({ length: mostAlternatives }, (_, alternative) => {
    const shown = (path: string, { properties, required }: Json) => ({
      ...{ path, properties: asObject(properties), required: asList(required) },
    });
    const whole = merged(document, schema, alternative);
    const own = shown('$', whole);
    const inside = Object.entries(own.properties).map(([name, part]) =>
      shown(`$${step(name)}`, merged(document, part)),
    );
    return [own, ...(inside.length > 3 ? [] : inside)];
  }).flat();
}

/** Members of a sent object that an answer shows, as a pattern. */
export interface ShownValues {
  /** The JSONPath to the object. */
  readonly path: string;
  readonly pattern: Json;
  /** The lists of several texts, whose order is the server's. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
}

/** The values that a request sends and an answer shows; undefined when they have none in common. */
export function shownValues(
  plan: Plan,
  sender: Use,
  body: unknown,
  objects: readonly ShownObject[],
): ShownValues | undefined {
  const mediaType = sender.operation.body?.mediaType ?? '';
  const isReadable = [isWrittenAsJson, isForm, isMultipart].some((is) => is(mediaType));
  if (!isReadable) return undefined;
  const { document } = plan.api;
  const sent = merged(document, sender.operation.body?.schema);
  const whole = asObject(body);
  const [wrapper = '', ...others] = Object.keys(whole);
  // Beside other members, an object is a part of the resource, and no wrapper around it.
  const inside = others.length > 0 ? undefined : memberOf(sent.properties, wrapper);
  const bodies = [
    { value: whole, schema: sent, isShownBy: () => true },
    {
      ...{ value: asObject(whole[wrapper]), schema: merged(document, inside) },
      isShownBy: ({ properties }: ShownObject) => !Object.hasOwn(properties, wrapper),
    },
  ];
  const pairs = bodies.flatMap(({ value, schema, isShownBy }) =>
    objects.filter(isShownBy).map(({ path, properties }) => ({
      path,
      ...commonMembers(document, value, asObject(schema.properties), properties),
    })),
  );
  const sizeOf = ({ pattern }: ShownValues) => Object.keys(pattern).length;
  const [best] = pairs.sort((a, b) => sizeOf(b) - sizeOf(a));
  return best === undefined || sizeOf(best) === 0 ? undefined : best;
}

/** Formats of which a server may write the same value in another way. */
const rewritten = /^(date-time|time|duration|decimal|password|binary|byte|uri|url|iri)$/;

/** A number in a text, to which a server may add digits: `1.5` is `1.50`. */
const decimal = /^[+-]?\d+\.\d+$/;

/** Members that count the changes of a resource: a server sets them, whatever a schema says. */
const counting = /^(version|revision|rev|lock_?version)(_?(no|number|count))?$/i;

function isKeptByServer(name: string, schema: Json): boolean {
  return counting.test(name) && typeOf(schema) === 'integer';
}

/** The type of a schema; integers are numbers. */
function kindOf(schema: Json): string {
  const type = typeOf(schema);
  return type === 'integer' ? 'number' : type;
}

function commonMembers(
  document: Json,
  sent: Json,
  sentSchemas: Json,
  shown: Json,
): Pick<ShownValues, 'pattern' | 'lists'> {
  const lists: Record<string, readonly string[]> = {};
  const entries = Object.entries(sent).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(shown, name) || /passw|secret|token/i.test(name)) return [];
    const [own, other] = [
      merged(document, ownMember(sentSchemas, name)),
      merged(document, shown[name]),
    ];
    if (own.writeOnly === true || other.readOnly === true || other.writeOnly === true) return [];
    const isRewritten = [own, other].some(({ format }) => rewritten.test(String(format ?? '')));
    if (isRewritten || kindOf(own) !== kindOf(other) || isKeptByServer(name, own)) return [];
    if (typeof value === 'string' && decimal.test(value)) return [];
    if (typeof value === 'string') return [[name, escapeType(value)]];
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
    if (Array.isArray(value)) {
      const inside = commonOfItem(document, value, own, other);
      if (inside !== undefined) return [[name, [inside]]];
      const texts = value.filter((one) => typeof one === 'string');
      if (texts.length < value.length || texts.length === 0) return [];
      if (texts.length === 1) return [[name, texts.map(escapeType)]];
      lists[name] = texts;
      return [];
    }
    // An object with an id may be a reference, of which the server knows the rest.
    if (typeof value !== 'object' || value === null || namesOther(value)) return [];
    const [inside, insideShown] = [asObject(own.properties), asObject(other.properties)];
    const { pattern } = commonMembers(document, asObject(value), inside, insideShown);
    return Object.keys(pattern).length === 0 ? [] : [[name, pattern]];
  });
  return { pattern: Object.fromEntries(entries), lists };
}

/** What a list has in common with a shown one whose only element is an object. */
function commonOfItem(
  document: Json,
  [item, ...others]: readonly unknown[],
  own: Json,
  other: Json,
): Json | undefined {
  if (typeof item !== 'object' || item === null || others.length > 0 || namesOther(item))
    return undefined;
  const [inside, insideShown] = [own, other].map(({ items }) =>
    asObject(merged(document, items).properties),
  );
  const { pattern } = commonMembers(document, asObject(item), inside ?? {}, insideShown ?? {});
  return Object.keys(pattern).length === 0 ? undefined : pattern;
}

/** A text as a pattern: one that begins with `#` would be a type. */
function escapeType(text: string): string {
  return text.startsWith('#') ? `#${text}` : text;
}

function namesOther(value: object): boolean {
  return Object.keys(value).some((name) => /^(id|uuid|key|code|slug|href|ref)$/i.test(name));
}
