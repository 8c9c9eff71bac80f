/** What an OpenAPI document says of answers, compiled so that they can be held against it. */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import { readDocument } from '../yaml.js';

/** One answer that the document foresees. */
export interface DescribedAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** Absent where nothing is said about a body. */
  readonly validate: Ajv.ValidateFunction | undefined;
  /** Those that its schema describes, at every depth: `data[].price`. */
  readonly members: readonly string[];
}

/** The answers of each operation: `GET /api/users`. */
export type ContractDescription = ReadonlyMap<string, readonly DescribedAnswer[]>;

type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const known = new Map<string, ContractDescription>();

/**
 * Compiles a document, once in a thread.
 *
 * @param file an OpenAPI 3.1 document in YAML or JSON
 * @throws Error when it cannot be read or one of its schemas cannot be compiled
 */
export function loadDescription(file: string): ContractDescription {
  const description = known.get(file) ?? describeOperations(readDocument(file) as Json);
  known.set(file, description);
  return description;
}

/** Every run compiles the schemas: what Ajv does to check and optimize them takes five times that. */
const quickly = { validateSchema: false, meta: false, code: { optimize: false } };

function describeOperations(document: Json): Map<string, DescribedAnswer[]> {
  // Loaded while requests are under way already: no other package has so many modules.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ...quickly });
  ajv.addSchema(document, 'openapi');
  const operations = new Map<string, DescribedAnswer[]>();
  for (const [path, item] of Object.entries(document.paths as Json)) {
    for (const method of methods) {
      const responses = ((item as Json)[method] as Json | undefined)?.responses;
      if (responses === undefined) continue;
      const pointer = `#/paths/${escapePointer(path)}/${method}/responses`;
      const answers = Object.keys(responses as Json).map((status) =>
        describeAnswer(document, ajv, `${pointer}/${status}`, status),
      );
      operations.set(`${method.toUpperCase()} ${path}`, answers);
    }
  }
  return operations;
}

function describeAnswer(
  document: Json,
  ajv: Ajv.Ajv2020,
  pointer: string,
  status: string,
): DescribedAnswer {
  const response = follow(document, pointer);
  const schemaPointer = `${response.pointer}/content/application~1json/schema`;
  const schema = follow(document, schemaPointer).value;
  if (schema === undefined) return { status, validate: undefined, members: [] };
  const validate = ajv.compile({ $ref: `openapi${schemaPointer}` });
  return { status, validate, members: membersOfSchema(document, schemaPointer) };
}

/** What a pointer leads to, through references, and where that is. */
function follow(document: Json, pointer: string): { pointer: string; value: Json | undefined } {
  let value: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    value = (value as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  const reference = (value as Json | undefined)?.$ref;
  if (typeof reference === 'string') return follow(document, reference);
  return { pointer, value: value as Json | undefined };
}

/** Names as `membersOf` gives them, for what a schema and its parts describe. */
function membersOfSchema(document: Json, pointer: string, prefix = ''): string[] {
  const { pointer: place, value: schema } = follow(document, pointer);
  const own = Object.keys((schema?.properties ?? {}) as Json).flatMap((key) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const below = `${place}/properties/${escapePointer(key)}`;
    return [name, ...membersOfSchema(document, below, name)];
  });
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    ((schema?.[keyword] ?? []) as unknown[]).flatMap((_part, index) =>
      membersOfSchema(document, `${place}/${keyword}/${index}`, prefix),
    ),
  );
  const items =
    schema?.items === undefined ? [] : membersOfSchema(document, `${place}/items`, `${prefix}[]`);
  return [...new Set([...own, ...parts, ...items])];
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
