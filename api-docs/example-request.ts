/** The curl command of an operation, from the examples and credentials of its description. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { curlLine } from '../conformance/http/curl.js';
import { type Document, follow, type PlacedOperation } from './description.js';

/** In place of a server that the description does not name. */
const usualServer = 'http://localhost';

/**
 * The command; values of the path that the description has no example for are named in braces, and a body without
 * an example is made from its schema.
 */
export function exampleCommand(document: Document, placed: PlacedOperation): string {
  const { method, path, operation, parameters } = placed;
  const server = document.servers?.[0]?.url.replace(/\/$/, '') ?? usualServer;
  const filled = path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const example = exampleOf(parameters, 'path', name);
    return example === undefined ? whole : encodeURIComponent(example);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name }) => `${encodeURIComponent(name)}=${exampleOf(parameters, 'query', name) ?? ''}`);
  const body = exampleBody(document, placed);
  return curlLine({
    method: method.toUpperCase(),
    url: `${server}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    headers: {
      ...credentialHeaders(document, operation),
      ...(body === undefined ? {} : { 'Content-Type': body.type }),
    },
    body: body?.text,
  });
}

function exampleOf(
  parameters: readonly OpenAPIV3_1.ParameterObject[],
  place: string,
  wanted: string,
): string | undefined {
  const found = parameters.find(({ name, in: where }) => name === wanted && where === place);
  const { example } = (found?.schema ?? {}) as { readonly example?: unknown };
  const value = found?.example ?? example;
  return value === undefined ? undefined : String(value);
}

/** The headers of the first way to authenticate; their values are variables. */
function credentialHeaders(
  document: Document,
  { security = document.security }: OpenAPIV3_1.OperationObject,
): Record<string, string> {
  const [way = {}] = (security ?? []).filter((one) => Object.keys(one).length > 0);
  return Object.fromEntries(
    Object.keys(way).flatMap((name) => {
      const given = document.components?.securitySchemes?.[name];
      const scheme = follow<OpenAPIV3_1.SecuritySchemeObject>(document, given);
      const value = `$TOUCHSTONE_${name.replace(/\W+/g, '_').toUpperCase()}`;
      if (scheme?.type === 'apiKey' && scheme.in === 'header') return [[scheme.name, value]];
      const isBearer = scheme?.type === 'http' && scheme.scheme.toLowerCase() === 'bearer';
      return isBearer ? [['Authorization', `Bearer ${value}`]] : [];
    }),
  );
}

function exampleBody(
  document: Document,
  { operation: { requestBody }, makeBody }: PlacedOperation,
): { readonly type: string; readonly text: string } | undefined {
  const body = follow<OpenAPIV3_1.RequestBodyObject>(document, requestBody);
  const [entry] = Object.entries(body?.content ?? {});
  if (entry === undefined) return undefined;
  const [type, { example, examples, schema }] = entry;
  const [first] = Object.values(examples ?? {});
  const stated = follow<{ example?: unknown; examples?: unknown[] }>(document, schema as object);
  const value =
    example ??
    follow<OpenAPIV3_1.ExampleObject>(document, first)?.value ??
    stated?.example ??
    stated?.examples?.[0] ??
    makeBody();
  if (value === undefined) return undefined;
  return { type, text: typeof value === 'string' ? value : JSON.stringify(value) };
}
