/** Makes the bodies of requests: JSON, forms and texts. */
import { asObject, type Json } from '../../kit/collections.js';
import { type ApiOperation, type Body, isForm, isWrittenAsJson } from './description.js';
import { makeExample, NoExample } from './example-value.js';
import { asNonBlankText } from './values.js';

/** Bodies by operation: several scenarios need the same one, and some schemas are large. */
const made = new WeakMap<ApiOperation, { readonly body: unknown } | NoExample>();

/**
 * The body of an operation's request: a JSON value, the fields of a form, or a text; undefined when
 * it has none.
 *
 * @throws NoExample when it cannot be made
 */
export function bodyOf(document: Json, operation: ApiOperation): unknown {
  const { body } = operation;
  if (body === undefined) return undefined;
  const result = made.get(operation) ?? tryBody(document, body);
  made.set(operation, result);
  if (result instanceof NoExample) throw result;
  return result.body;
}

function tryBody(document: Json, body: Body): { readonly body: unknown } | NoExample {
  try {
    return { body: makeBody(document, body) };
  } catch (error) {
    if (error instanceof NoExample) return error;
    throw error;
  }
}

function makeBody(document: Json, { mediaType, schema, example }: Body): unknown {
  if (isWrittenAsJson(mediaType)) return makeExample(document, schema, example);
  if (isForm(mediaType)) return fieldsOf(makeExample(document, schema, example), schema);
  const shown = asNonBlankText(example) ?? asNonBlankText(schema.example);
  if (shown === undefined && !/^text\/plain\b/i.test(mediaType))
    throw new NoExample(`a body of ${mediaType} is needed`);
  const text = makeExample(document, schema, shown);
  if (typeof text !== 'string') throw new NoExample(`a body of ${mediaType} is needed`);
  return text;
}

/** The single values; undefined when there are none. A form has no others. */
function fieldsOf(value: unknown, { required }: Json): Json | undefined {
  const fields = Object.entries(asObject(value)).filter(([name, one]) => {
    const isSingle = ['string', 'number', 'boolean'].includes(typeof one);
    if (!isSingle && Array.isArray(required) && required.includes(name))
      throw new NoExample(`the field ${name} of the form is not a single value`);
    return isSingle;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
