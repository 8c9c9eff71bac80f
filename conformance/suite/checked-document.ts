/**
 * Reads the YAML files of a suite, validates them against a JSON Schema, and finds the line of each
 * part.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Document, LineCounter } from 'yaml';
import { messageOf, systemReason, UsageError } from '../../kit/errors.js';
import { isFolder } from '../../kit/files.js';
import { keyOfStep } from '../../kit/json-pointer.js';
import { packageFile } from '../../kit/package-root.js';
import { closestTo } from '../../kit/words.js';
import { compiledOr } from '../../kit/yaml.js';

/** The steps from the root of a document to a part of it. */
export type DocumentPath = readonly (string | number)[];

/** A document and the places of its parts. */
export interface PlacedDocument {
  readonly value: unknown;
  /** `file:line` of a part, for messages; the file alone when lines are unknown. */
  place(path: DocumentPath): string;
}

const load = createRequire(import.meta.url);

/**
 * Reads a file of YAML or JSON, or its compiled form, which tests have validated.
 *
 * @param schema the name of a schema in `spec/`
 * @throws UsageError that names file, line and key of every mistake
 */
export function readChecked(file: string, schema: string): PlacedDocument {
  const compiled = compiledOr(file);
  if (compiled !== file) {
    return { value: JSON.parse(readFileSync(compiled, 'utf8')), place: () => nameOf(file) };
  }
  const document = parsePlacedYaml(readText(file), nameOf(file));
  const problems = findProblems(document.value, schema).map(({ path, message }) => {
    const key = path.length === 0 ? '' : `${keyInWords(path, document.value)}: `;
    return `${document.place(path)}: ${key}${message}.`;
  });
  if (problems.length > 0) throw new UsageError([...new Set(problems)].join('\n'));
  return document;
}

/**
 * Parses YAML or JSON. Texts whose aliases expand to far more than the text are rejected.
 *
 * @param name the name of the file in messages
 * @throws UsageError with the line of the first mistake
 */
export function parsePlacedYaml(text: string, name: string): PlacedDocument {
  const { parseDocument, LineCounter } = load('yaml') as typeof import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    throw new UsageError(`${name}:${line}: ${firstSentence(error.message)}.`);
  }
  const place = (path: DocumentPath) => `${name}:${lineOf(document, lines, path)}`;
  return { value: contentOf(document, name), place };
}

function contentOf(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw new UsageError(`${name}: it cannot be read: ${firstSentence(messageOf(error))}.`);
  }
}

/** The name of a file in messages: relative when it is in the current folder or below. */
export function nameOf(file: string): string {
  const short = relative(process.cwd(), file);
  return short.startsWith('..') || short === '' ? file : short;
}

/** @throws UsageError when the file cannot be read */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${nameOf(file)}: it cannot be read: ${systemReason(error)}.`);
  }
}

/**
 * @param key the key of `suite.yaml` that names the folder
 * @throws UsageError when there is no folder of that name
 */
export function demandFolder(folder: string, key: string): void {
  if (isFolder(folder)) return;
  throw new UsageError(
    `${nameOf(folder)}: there is no such folder: name one under "${key}" in suite.yaml.`,
  );
}

/**
 * The key of a part: `requirements.patch.chunks.section`. An entry of a list is named by its id, or
 * else by its number, from 1.
 */
function keyInWords(path: DocumentPath, root: unknown): string {
  let value = root;
  return path
    .map((step) => {
      value = (value as Record<string | number, unknown> | null | undefined)?.[step];
      if (typeof step === 'string') return step;
      const { id } = (value ?? {}) as { readonly id?: unknown };
      return typeof id === 'string' && id !== '' ? id : step + 1;
    })
    .join('.');
}

/** The message without the parser's excerpt. */
function firstSentence(message: string): string {
  return message.replace(/( at line \d+.*|[.:]?\n.*|[.:])$/s, '');
}

/**
 * The line of a part's key, or of its nearest existing parent. The library finds only values, which
 * may begin on another line.
 */
function lineOf(document: Document, lines: LineCounter, path: DocumentPath): number {
  let line = 1;
  let node: unknown = document.contents;
  for (const step of path) {
    const { items = [] } = (node ?? {}) as { readonly items?: readonly unknown[] };
    const pairs = items as readonly Partial<Record<'key' | 'value', Ranged>>[];
    const pair = pairs.find((one) => one?.key !== undefined && String(one.key) === String(step));
    const found = pair?.key ?? (typeof step === 'number' ? (items[step] as Ranged) : undefined);
    if (!found?.range) break;
    line = lines.linePos(found.range[0]).line;
    node = pair === undefined ? found : pair.value;
  }
  return line;
}

/** A node and its position. */
interface Ranged {
  readonly range?: readonly [number, number, number] | null;
}

interface Problem {
  readonly path: DocumentPath;
  readonly message: string;
}

/** By the names of schemas: a proof reads the catalogue for each fault. */
const validators = new Map<string, ValidateFunction>();

/** The library is loaded on use. */
function validatorFor(schema: string): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const { Ajv2020 } = load('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    formats: { uri: true, regex: true },
  });
  const validate = ajv.compile(JSON.parse(readFileSync(packageFile('spec', schema), 'utf8')));
  validators.set(schema, validate);
  return validate;
}

function findProblems(value: unknown, schema: string): readonly Problem[] {
  if (value === null || value === undefined) return [{ path: [], message: 'the file is empty' }];
  const validate = validatorFor(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).filter(isTelling).map((error) => describe(error, value));
}

/** Errors of alternatives are covered by the errors inside each of them. */
function isTelling({ keyword }: ErrorObject): boolean {
  return !['oneOf', 'anyOf', 'if', 'propertyNames'].includes(keyword);
}

function describe(error: ErrorObject, value: unknown): Problem {
  const path = stepsOf(error.instancePath, value);
  const { additionalProperty, allowedValues, missingProperty, type } = error.params as Record<
    string,
    unknown
  >;
  if (typeof additionalProperty === 'string') {
    const nearest = closestTo(additionalProperty, keysOf(error));
    const hint = nearest === undefined ? '' : `; the nearest is ${nearest}`;
    return { path: [...path, additionalProperty], message: `the key is unknown${hint}` };
  }
  if (typeof missingProperty === 'string') {
    return { path, message: `the key ${missingProperty} is missing` };
  }
  if (type !== undefined && error.propertyName === undefined) {
    return { path, message: `it must be ${describeTypes(type)}${hintOn(error)}` };
  }
  if (Array.isArray(allowedValues)) {
    return { path, message: `it must be one of ${allowedValues.join(', ')}` };
  }
  const { patternErrorMessage } = (error.parentSchema ?? {}) as {
    readonly patternErrorMessage?: string;
  };
  if (error.keyword === 'pattern' && patternErrorMessage !== undefined) {
    const where = error.propertyName === undefined ? '' : `"${error.propertyName}": `;
    return { path, message: `${where}${patternErrorMessage}` };
  }
  const name = error.propertyName === undefined ? 'it' : `the name "${error.propertyName}"`;
  return { path, message: `${name} ${error.message ?? error.keyword}` };
}

/** The types that a schema names: `a text or a number`. */
function describeTypes(type: unknown): string {
  const names = [type].flat().flatMap((one) => String(one).split(','));
  return names.map((one) => typesInWords[one] ?? one).join(' or ');
}

/** The types of JSON in the words of YAML. */
const typesInWords: Readonly<Record<string, string>> = {
  string: 'a text',
  object: 'keys with values',
  array: 'a list',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

/** The keys that the schema of a part knows. */
function keysOf({ parentSchema }: ErrorObject): readonly string[] {
  const { properties = {} } = (parentSchema ?? {}) as { readonly properties?: object };
  return Object.keys(properties);
}

/** YAML reads `416` and `true` as other values than texts, and lines with hyphens as a list. */
function hintOn({ params, data, parentSchema }: ErrorObject): string {
  const isPlain = typeof data === 'number' || typeof data === 'boolean';
  const { propertyNames } = (parentSchema ?? {}) as { readonly propertyNames?: object };
  if (params.type === 'object' && Array.isArray(data)) {
    const keys = propertyNames === undefined ? 'its keys' : 'names of your choice';
    return `, without hyphens: ${keys}, each with a colon`;
  }
  return params.type === 'string' && isPlain ? `; in quotes, it is one: "${data}"` : '';
}

/** The steps of a JSON pointer (RFC 6901), as numbers inside arrays. */
function stepsOf(pointer: string, root: unknown): DocumentPath {
  let value = root;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const step = keyOfStep(part);
      const key = Array.isArray(value) ? Number(step) : step;
      value = (value as Record<string | number, unknown> | null | undefined)?.[key];
      return key;
    });
}
