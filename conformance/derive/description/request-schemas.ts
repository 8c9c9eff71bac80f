/** Validates values of requests by the schemas of a description. */
import { createRequire } from 'node:module';
import type * as Ajv from 'ajv/dist/2020.js';
import { asList, asObject, type Json, memberOf } from '../../../kit/collections.js';
import { resolvePointer } from '../../../kit/json-pointer.js';
import { remember } from '../../../kit/remember.js';
import { textWith, wordWith } from '../../creations/marker.js';
import { withModernSchemas } from '../../verdict/openapi-schemas.js';
import type { ApiDescription } from './description.js';
import { sampleOfReferred } from './referred-ids.js';

/** A rule that a value breaks. */
export interface BrokenRule {
  readonly keyword: string;
  /** The format or pattern that the value does not have; undefined for other keywords. */
  readonly form: string | undefined;
  /** The members on the way to the value: `['article', 'title']`. */
  readonly path: readonly string[];
}

/** The schemas of bodies and parameters, compiled on use. */
export class RequestSchemas {
  readonly #names = new Map<Json, string>();
  readonly #compiled = new Map<string, Ajv.ValidateFunction>();
  readonly #ajv: Ajv.Ajv2020;

  constructor({ document, operations }: ApiDescription) {
    const schemas = operations.flatMap(({ body, parameters }) => [
      ...(body === undefined ? [] : [body.schema]),
      ...parameters.map(({ schema }) => schema),
    ]);
    // Anchors of YAML let several places have one schema.
    for (const schema of new Set(schemas)) this.#names.set(schema, `s${this.#names.size}`);
    const named = Object.fromEntries([...this.#names].map(([schema, name]) => [name, schema]));
    const load = createRequire(import.meta.url);
    const { Ajv2020 } = load('ajv/dist/2020.js') as typeof Ajv;
    const { default: addFormats } = load('ajv-formats') as typeof import('ajv-formats');
    this.#ajv = new Ajv2020({
      ...{ strict: false, allErrors: true, logger: false, validateSchema: false, meta: false },
    });
    addFormats.default(this.#ajv);
    const modern = withModernSchemas({ ...document, schemas: named }).document;
    this.#ajv.addSchema(withoutForeignPatterns(withoutReadOnly(modern, modern)) as Json, 'openapi');
  }

  /** The rules of a schema that a value breaks; the schema must be one of a body or a parameter. */
  problems(schema: Json, value: unknown): readonly BrokenRule[] {
    const name = this.#names.get(schema);
    if (name === undefined) return [];
    const validate =
      this.#compiled.get(name) ?? this.#ajv.compile({ $ref: `openapi#/schemas/${name}` });
    this.#compiled.set(name, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ keyword, instancePath, params }) => {
      const path = instancePath.split('/').slice(1).map(decode);
      const { missingProperty: missing, format, pattern }: Json = asObject(params);
      const form = [format, pattern].find((one) => typeof one === 'string');
      return { keyword, form, path: typeof missing === 'string' ? [...path, missing] : path };
    });
  }
}

function decode(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A copy in which no request must have a member that is `readOnly`. */
function withoutReadOnly(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutReadOnly(document, one));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutReadOnly(document, one)]),
  );
  const { required, properties } = copy;
  if (!Array.isArray(required) || typeof properties !== 'object') return copy;
  const isReadOnly = (name: unknown) => {
    const written = asObject(memberOf(properties, String(name)));
    const { $ref: reference } = written;
    const target = typeof reference === 'string' ? resolvePointer(document, reference).value : {};
    return written.readOnly === true || asObject(target).readOnly === true;
  };
  return { ...copy, required: asList(required).filter((name) => !isReadOnly(name)) };
}

/**
 * A copy without the patterns that JavaScript does not compile. No value is made for them, but one that
 * the description shows can be sent.
 */
function withoutForeignPatterns(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutForeignPatterns);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
    if (key === 'pattern' && typeof one === 'string' && !isPattern(one)) return [];
    if (key !== 'patternProperties') return [[key, withoutForeignPatterns(one)]];
    const known = Object.entries(asObject(one)).filter(([pattern]) => isPattern(pattern));
    return [[key, withoutForeignPatterns(Object.fromEntries(known))]];
  });
  return Object.fromEntries(entries);
}

/** Whether JavaScript compiles a pattern. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The schemas of a description. */
export const schemasOf = remember((api: ApiDescription) => new RequestSchemas(api));

/** The marker of a run for samples. */
const marker = 'touchstone-0a1b2c3d';

/** The greatest number in the text of a sample, and one more: as long as those of runs. */
const numbers = 36 ** 3;

/** A value with texts in place of its placeholders, as long as those that will be sent. */
export function sampleOf(value: unknown): unknown {
  return withTexts(value, (kind, name) => {
    const number = [...name].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % numbers, 100);
    return kind === 'unique' ? textWith(marker, number) : wordWith(marker, number);
  });
}

/** A value with the given texts in place of its placeholders. */
export function withTexts(
  value: unknown,
  textFor: (kind: 'unique' | 'unique-word', name: string) => string,
): unknown {
  if (typeof value === 'string') {
    const sample = sampleOfReferred(value);
    if (sample !== undefined) return sample;
    return value
      .replace(/(?<!\$)\$\{(unique(?:-word)?)(?::([^}]*))?\}/g, (_whole, kind, name = '') =>
        textFor(kind, name),
      )
      .replace(/(?<!\$)\$\{unique-like:([^:}]+)[^}]*\}/g, (_whole, form: string) => form)
      .replaceAll('$${', () => '${');
  }
  if (Array.isArray(value)) return value.map((one) => withTexts(one, textFor));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      String(withTexts(name, textFor)),
      withTexts(one, textFor),
    ]),
  );
}
