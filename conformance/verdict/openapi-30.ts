/** Turns the schemas of OpenAPI 3.0, which has a dialect of its own, into those of JSON Schema. */

type Json = Readonly<Record<string, unknown>>;

/** A document of 3.0 in which schemas say what they mean as those of 3.1; any other as it is. */
export function withModernSchemas(document: Json): Json {
  return /^3\.0\./.test(String(document.openapi)) ? (modernize(document) as Json) : document;
}

function modernize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernize);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, modernize(one)]);
  return withNull(withLimits(Object.fromEntries(entries)));
}

/** `exclusiveMinimum` was a switch beside `minimum`. */
function withLimits(schema: Json): Json {
  const changed: Record<string, unknown> = { ...schema };
  for (const [limit, exclusive] of limits) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    delete changed[exclusive];
    if (schema[exclusive] && typeof schema[limit] === 'number') changed[exclusive] = schema[limit];
  }
  return changed;
}

const limits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** `nullable` beside a reference or `allOf` is meant by its authors, though 3.0 gives it no meaning there. */
function withNull(schema: Json): Json {
  if (typeof schema.nullable !== 'boolean') return schema;
  const { nullable, ...rest } = schema;
  if (!nullable) return rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  const values = Array.isArray(rest.enum) ? { enum: [...new Set([...rest.enum, null])] } : {};
  return { ...rest, ...values, type: [rest.type, 'null'] };
}
