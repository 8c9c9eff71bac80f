/** What an OpenAPI document says of answers, compiled so that they can be held against it. */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import { resolvePointer, toPointerStep } from '../../kit/json-pointer.js';
import { escapeRegExp } from '../../kit/words.js';
import { readDocument } from '../../kit/yaml.js';
import { withModernSchemas } from './openapi-30.js';

/** One answer that the document foresees. */
export interface DescribedAnswer {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** Absent where nothing is said about a body. */
  readonly validate: Ajv.ValidateFunction | undefined;
  /** Those that its schema describes, at every depth: `data[].price`. */
  readonly members: readonly string[];
}

/** The answers of an operation. */
export interface DescribedOperation {
  /** `GET /todos/{id}` */
  readonly operation: string;
  readonly answers: readonly DescribedAnswer[];
}

/** What a document says of operations and their answers. */
export class ContractDescription {
  readonly operations: readonly DescribedOperation[];
  readonly #plain = new Map<string, DescribedOperation>();
  readonly #templates: (readonly [pattern: RegExp, described: DescribedOperation])[] = [];
  readonly #prefixes: readonly string[];

  /** @param prefixes what the document's servers put before its paths */
  constructor(operations: readonly DescribedOperation[], prefixes: readonly string[]) {
    this.operations = operations;
    this.#prefixes = ['', ...prefixes];
    for (const one of operations) {
      if (one.operation.includes('{')) this.#templates.push([patternOf(one.operation), one]);
      else this.#plain.set(one.operation, one);
    }
  }

  /** The operation that a request is for. A path without parameters comes before one with them. */
  find(method: string, path: string): DescribedOperation | undefined {
    for (const prefix of this.#prefixes) {
      if (!path.startsWith(prefix)) continue;
      const wanted = `${method} ${path.slice(prefix.length)}`;
      const found =
        this.#plain.get(wanted) ?? this.#templates.find(([pattern]) => pattern.test(wanted))?.[1];
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** What is said where there is no document. */
export const noDescription = new ContractDescription([], []);

/** A parameter stands for what is between two slashes, or a part of that. */
function patternOf(operation: string): RegExp {
  const parts = operation.split(/\{[^}]*\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

type Json = Readonly<Record<string, unknown>>;

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const known = new Map<string, ContractDescription>();

/**
 * Compiles a document, once in a thread.
 *
 * @param file an OpenAPI document of version 3.1 or 3.0, in YAML or JSON
 * @throws Error when it cannot be read or one of its schemas cannot be compiled
 */
export function loadContractDescription(file: string): ContractDescription {
  const description =
    known.get(file) ?? describeOperations(withModernSchemas(readDocument(file) as Json));
  known.set(file, description);
  return description;
}

/** Every run compiles the schemas: what Ajv does to check and optimize them takes five times that. */
const quickly = { validateSchema: false, meta: false, code: { optimize: false } };

function describeOperations(document: Json): ContractDescription {
  // Loaded while requests are under way already: no other package has so many modules.
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof Ajv;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, ...quickly });
  ajv.addSchema(document, 'openapi');
  const operations: DescribedOperation[] = [];
  for (const path of Object.keys((document.paths ?? {}) as Json)) {
    const { pointer: place, value: item } = resolve(document, `#/paths/${toPointerStep(path)}`);
    for (const method of methods) {
      const responses = (item?.[method] as Json | null | undefined)?.responses as Json | undefined;
      if (typeof responses !== 'object' || responses === null) continue;
      const pointer = `${place}/${method}/responses`;
      const answers = Object.keys(responses).map((status) =>
        describeAnswer(document, ajv, `${pointer}/${status}`, status),
      );
      operations.push({ operation: `${method.toUpperCase()} ${path}`, answers });
    }
  }
  return new ContractDescription(operations, prefixesOf(document));
}

/** The paths of the document's servers: `/v1` of `https://host/v1/`. */
function prefixesOf({ servers }: Json): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap(({ url }: { readonly url?: unknown }) => {
    if (typeof url !== 'string' || !URL.canParse(url, 'http://target')) return [];
    return new URL(url, 'http://target').pathname.replace(/\/+$/, '') || [];
  });
}

function describeAnswer(
  document: Json,
  ajv: Ajv.Ajv2020,
  pointer: string,
  status: string,
): DescribedAnswer {
  const response = resolve(document, pointer);
  const type = Object.keys((response.value?.content ?? {}) as Json).find(isJsonType);
  if (type === undefined) return { status, validate: undefined, members: [] };
  const schemaPointer = `${response.pointer}/content/${toPointerStep(type)}/schema`;
  const schema = resolve(document, schemaPointer).value;
  if (schema === undefined) return { status, validate: undefined, members: [] };
  const validate = ajv.compile({ $ref: `openapi${schemaPointer}` });
  return { status, validate, members: membersOfSchema(document, schemaPointer) };
}

/** `application/json`, one that ends in `+json` (RFC 6839), or any that the document allows. */
function isJsonType(type: string): boolean {
  return /^(application\/([\w.+-]+\+)?json|\*\/\*|application\/\*)\s*(;|$)/i.test(type);
}

function resolve(document: Json, pointer: string): { pointer: string; value: Json | undefined } {
  return resolvePointer(document, pointer) as { pointer: string; value: Json | undefined };
}

/** Schemas that refer to each other in many ways have more members than anybody looks at. */
const mostParts = 5000;

/** Names as `membersOf` gives them, for what a schema and its parts describe. */
function membersOfSchema(
  document: Json,
  pointer: string,
  prefix = '',
  around: readonly string[] = [],
  count = { parts: 0 },
): string[] {
  const { pointer: place, value: schema } = resolve(document, pointer);
  count.parts += 1;
  // A schema may contain itself.
  if (around.includes(place) || count.parts > mostParts) return [];
  const inside = [...around, place];
  const below = (step: string, name: string) =>
    membersOfSchema(document, `${place}/${step}`, name, inside, count);
  const own = Object.keys((schema?.properties ?? {}) as Json).flatMap((key) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    return [name, ...below(`properties/${toPointerStep(key)}`, name)];
  });
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    ((schema?.[keyword] ?? []) as unknown[]).flatMap((_part, index) =>
      below(`${keyword}/${index}`, prefix),
    ),
  );
  const items = schema?.items === undefined ? [] : below('items', `${prefix}[]`);
  return [...new Set([...own, ...parts, ...items])];
}
