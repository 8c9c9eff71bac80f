/** Makes the bodies of requests: JSON, forms and texts. */
import { asList, asObject, type Json, valueAt } from '../../../kit/collections.js';
import { type MemberPath, without, withValueAt } from '../../../kit/member-path.js';
import { remember } from '../../../kit/remember.js';
import {
  type ApiDescription,
  type ApiOperation,
  type Body,
  isForm,
  isMultipart,
  isWrittenAsJson,
} from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { partsOf } from '../description/paths.js';
import {
  chosenIdsIn,
  type EnclosingId,
  enclosingIdsIn,
  inventedIdsIn,
  referencesIn,
  repeatedIdIn,
} from '../description/references.js';
import { inPath, writeReferred } from '../description/referred-ids.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { ifMade, makeExample, NoExample } from './example-value.js';

/** Bodies of an operation by variant: several scenarios need the same, and some schemas are large. */
const madeFor = remember(
  (_operation: ApiOperation) => new Map<number, { readonly body: unknown } | NoExample>(),
);

/**
 * The body of an operation's request: a JSON value, the fields of a form, or a text; undefined when
 * it has none. It is valid by its schema.
 *
 * @param variant other numbers give other values
 * @throws NoExample when it cannot be made
 */
export function bodyOf(api: ApiDescription, operation: ApiOperation, variant = 0): unknown {
  const { body } = operation;
  if (body === undefined) return undefined;
  const ofOperation = madeFor(operation);
  const result = ofOperation.get(variant) ?? tryBody(api, operation, body, variant);
  ofOperation.set(variant, result);
  if (result instanceof NoExample) throw new NoExample(result.message);
  return result.body;
}

/** The usual body of an operation's request; undefined when it has none, or none can be made. */
export function usualIfAny(api: ApiDescription, operation: ApiOperation): unknown {
  return ifMade(() => bodyOf(api, operation));
}

function tryBody(
  api: ApiDescription,
  operation: ApiOperation,
  body: Body,
  variant: number,
): { readonly body: unknown } | NoExample {
  try {
    return { body: linkReferences(api, operation, makeBody(api, body, variant)) };
  } catch (error) {
    if (error instanceof NoExample) return error;
    throw error;
  }
}

function makeBody(api: ApiDescription, body: Body, variant: number): unknown {
  const { mediaType, schema, examples } = body;
  const options = { shown: examples, variant };
  if (isWrittenAsJson(mediaType)) return makeExample(api, schema, options);
  if (isForm(mediaType)) {
    const { required } = merged(api.document, schema);
    return fieldsOf(makeExample(api, schema, options), asList(required));
  }
  if (isMultipart(mediaType)) return makeExample(api, schema, options);
  const isText = /^text\//i.test(mediaType) || examples.some((one) => typeof one === 'string');
  const value = isText ? makeExample(api, schema, options) : undefined;
  const isSingle = ['string', 'number', 'boolean'].includes(typeof value);
  if (!isSingle || !/\S/.test(String(value)))
    throw new NoExample(`a body of ${mediaType} is needed`);
  return String(value);
}

/**
 * A body that refers to resources which scenarios create: the ids in examples name what existed before.
 * An optional reference for which the description shows no such request is left out.
 */
function linkReferences(api: ApiDescription, operation: ApiOperation, body: unknown): unknown {
  const linked = referencesIn(api, operation, body).reduceRight((whole, one) => {
    const { path, collection, source } = one;
    const name = path.filter((part) => !/^\d+$/.test(part)).join(' ');
    if (source === undefined) return withoutIfValid(api, operation, whole, path);
    const id = writeReferred({ name, mark: '', collection }, valueAt(whole, path));
    return withValueAt(whole, path, id);
  }, body);
  const enclosing = enclosingIdsIn(api, operation, linked);
  const others = [
    ...inventedIdsIn(api, operation, linked),
    ...enclosing.map(({ path }) => path),
    ...chosenIdsIn(operation, linked),
  ];
  // From the last one on, since an item that is left out moves those after it.
  const rest = others.reduceRight(
    (whole, path) => withoutIfValid(api, operation, whole, path),
    linked,
  );
  const repeated = repeatedIdIn(operation, rest);
  return [...enclosing, ...(repeated === undefined ? [] : [repeated])].reduce(
    (whole, one) => withIdOfPath(operation, whole, one),
    rest,
  );
}

/** A body whose member has the id that its path has. */
function withIdOfPath(
  operation: ApiOperation,
  whole: unknown,
  { path, collection }: EnclosingId,
): unknown {
  const value = valueAt(whole, path);
  const parts = partsOf(collection);
  const isNamed = /^\{[^{}]+\}$/.test(partsOf(operation.path)[parts.length] ?? '');
  if (value === undefined || !isNamed) return whole;
  const id = writeReferred({ name: path.join(' '), mark: '', collection: inPath(parts) }, value);
  return withValueAt(whole, path, id);
}

/** A body without a member, or without what has it, if that is valid; else unchanged. */
function withoutIfValid(
  api: ApiDescription,
  { body }: ApiOperation,
  whole: unknown,
  path: MemberPath,
): unknown {
  const { schema = {} } = body ?? {};
  const isValid = (one: unknown) => schemasOf(api).problems(schema, sampleOf(one)).length === 0;
  const rests = path.map((_, index) => without(whole, path.slice(0, path.length - index)));
  return rests.find(isValid) ?? whole;
}

/** The single values; undefined when there are none. A form has no others. */
function fieldsOf(value: unknown, required: readonly unknown[]): Json | undefined {
  const fields = Object.entries(asObject(value)).filter(([name, one]) => {
    const isSingle = ['string', 'number', 'boolean'].includes(typeof one);
    if (!isSingle && required.includes(name))
      throw new NoExample(`the field ${name} of the form is not a single value`);
    return isSingle;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
