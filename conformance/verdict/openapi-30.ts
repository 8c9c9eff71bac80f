/** Conversion of the schema dialect of OpenAPI 3.0 into JSON Schema. */

type Json = Readonly<Record<string, unknown>>;

/**
 * Converts the schemas of a document of version 3.0 into those of 3.1; returns others unchanged.
 */
export function withModernSchemas(document: Json): Json {
  return /^3\.0\./.test(String(document.openapi)) ? (modernize(document) as Json) : document;
}

function modernize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernize);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, modernize(one)]);
  return withNull(withLimits(Object.fromEntries(entries)));
}

/** In 3.0, `exclusiveMinimum` is a boolean beside `minimum`. */
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

/**
 * Honours `nullable` beside a reference or `allOf` as well, as authors intend, though 3.0 ignores
 * it there.
 */
function withNull(schema: Json): Json {
  if (typeof schema.nullable !== 'boolean') return schema;
  const { nullable, ...rest } = schema;
  if (!nullable) return rest;
  if (typeof rest.type !== 'string') return { anyOf: [rest, { type: 'null' }] };
  const values = Array.isArray(rest.enum) ? { enum: [...new Set([...rest.enum, null])] } : {};
  return { ...rest, ...values, type: [rest.type, 'null'] };
}
