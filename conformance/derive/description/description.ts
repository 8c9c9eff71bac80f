/** Reads the operations of an OpenAPI description, with all that `init` needs to send requests. */
import { asList, asObject, type Json, memberOf, ownMember } from '../../../kit/collections.js';
import { resolvePointer } from '../../../kit/json-pointer.js';
import { streamType } from '../../http/event-stream.js';
import { describeBroken } from '../../openapi/broken-references.js';
import { listOperations, type StatedOperation } from '../../openapi/operations.js';
import { readDescription } from '../../openapi/read-description.js';
import { isJsonType } from '../../verdict/openapi-description.js';
import { asNonBlankText, oneLine, referencedObject } from './values.js';

/** One operation. */
export interface ApiOperation {
  /** In capitals. */
  readonly method: string;
  /** With its parameters in braces, and without a slash at its end: `/todos/{id}`. */
  readonly path: string;
  /** The slash at the end of the path as it is sent; empty for none. */
  readonly ending: '' | '/';
  /** The first of its tags, or the first segment of its path. */
  readonly tag: string;
  readonly operationId: string | undefined;
  /** In one line; undefined when there is none. */
  readonly summary: string | undefined;
  readonly description: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** The documented answers, without `default`. */
  readonly answers: readonly DocumentedAnswer[];
  /** Whether `default` describes the answers with other statuses. */
  readonly hasDefault: boolean;
  /**
   * The alternatives of schemes that a request needs together; an empty one when it needs none. No
   * alternative when security is not described.
   */
  readonly security: readonly (readonly string[])[];
  /** JSON pointer: `#/paths/~1todos/get`. */
  readonly pointer: string;
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly isRequired: boolean;
  /** Includes the parameter's own example. */
  readonly schema: Json;
  /** How lists and objects are written: a style of OpenAPI, or `json`. */
  readonly style: string;
  /** Whether each item of a list, or member of an object, is written with a name. */
  readonly isExploded: boolean;
  /** In one line. */
  readonly text: string | undefined;
}

/** The body of a request. */
export interface Body {
  readonly mediaType: string;
  readonly schema: Json;
  /** Examples of the whole body. */
  readonly examples: readonly unknown[];
  /** Those that have a name. */
  readonly named: readonly NamedExample[];
  readonly isRequired: boolean;
}

/** An example of a body. */
export interface NamedExample {
  readonly name: string;
  /** In one line; undefined when there is none. */
  readonly summary: string | undefined;
  readonly value: unknown;
}

/** A documented answer. */
export interface DocumentedAnswer {
  /** `200`, `4XX` */
  readonly status: string;
  /** In one line. */
  readonly text: string | undefined;
  /** The schema of its JSON; undefined when there is none. */
  readonly schema: Json | undefined;
  /** JSON pointer to the response; operations may share one. */
  readonly pointer: string;
  readonly headers: readonly AnswerHeader[];
  /** Whether a body is described. */
  readonly hasBody: boolean;
  /** Whether the body is a stream of events, which may have no end. */
  readonly isStream: boolean;
  /** Link objects, or references to them. */
  readonly links: readonly unknown[];
}

/** A header of a documented answer. */
export interface AnswerHeader {
  readonly name: string;
  /** Undefined when the description leaves it open, which means `false`. */
  readonly isRequired: boolean | undefined;
}

/** A security scheme of an operation. */
export interface Scheme {
  readonly name: string;
  readonly definition: Json;
}

/** An API as its description states it. */
export interface ApiDescription {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly ApiOperation[];
  /** The schemes that operations name. */
  readonly schemes: readonly Scheme[];
  /** The whole document; its references lead to parts of itself. */
  readonly document: Json;
  /**
   * The text of the file when it contains the whole document; undefined when there are several
   * files.
   */
  readonly source: string | undefined;
  /** Its references that lead nowhere, in words. */
  readonly broken: readonly string[];
}

/**
 * Reads a description in YAML or JSON, with the files that it refers to.
 *
 * @throws UsageError that names the file and the mistake
 */
export function describeApi(file: string): ApiDescription {
  const { document, source, place } = readDescription(file);
  return { ...describeDocument(document, source), broken: describeBroken(document, place) };
}

/**
 * The API of a document that has been read.
 *
 * @param source the text of the file when it contains the whole document
 */
export function describeDocument(document: Json, source?: string): ApiDescription {
  const info = asObject(document.info);
  const operations = listOperations(document)
    .filter(({ path, method }) => path.startsWith('/') && isSendable(method))
    .map((one) => describeOperation(document, one));
  const definitions = asObject(asObject(document.components).securitySchemes);
  const names = [...new Set(operations.flatMap(({ security }) => security.flat()))];
  return {
    title: oneLine(info.title) ?? 'An API',
    version: oneLine(String(info.version ?? '')) ?? '0',
    operations,
    schemes: names.map((name) => ({
      name,
      definition: referencedObject(document, ownMember(definitions, name)),
    })),
    ...{ document, source, broken: [] },
  };
}

/** Whether the method is one of ready-made sentences; the client rejects TRACE and CONNECT. */
function isSendable(method: string): boolean {
  return /^[A-Z]+(?:-[A-Z]+)*$/.test(method) && !['TRACE', 'CONNECT'].includes(method);
}

function describeOperation(document: Json, stated: StatedOperation): ApiOperation {
  const { method, path, operation, pointer } = stated;
  const [first = ''] = path.split('/').filter((part) => part !== '' && !part.includes('{'));
  const ending = path.length > 1 && path.endsWith('/') ? '/' : '';
  const security = asList(operation.security ?? document.security).map((way) =>
    Object.keys(asObject(way)),
  );
  const isOfScheme = carriedBySchemes(document, security.flat());
  return {
    ...{ method, ending, path: ending === '' ? path : path.slice(0, -1) },
    tag: oneLine(asList(operation.tags)[0]) ?? (oneLine(first) || 'api'),
    operationId: asNonBlankText(operation.operationId),
    summary: oneLine(operation.summary),
    description: asNonBlankText(operation.description),
    parameters: describeParameters(document, stated).filter((one) => !isOfScheme(one)),
    body: describeBody(document, operation),
    answers: describeAnswers(document, operation, pointer),
    hasDefault: asObject(operation.responses).default !== undefined,
    ...{ security, pointer },
  };
}

/** Whether a parameter is where a scheme has its key: some descriptions state both. */
function carriedBySchemes(
  document: Json,
  names: readonly string[],
): (parameter: Parameter) => boolean {
  const definitions = asObject(asObject(document.components).securitySchemes);
  const keys = names
    .map((name) => referencedObject(document, ownMember(definitions, name)))
    .filter(({ type }) => type === 'apiKey')
    .map(({ in: place, name }) => `${place} ${name}`.toLowerCase());
  return ({ place, name }) => keys.includes(`${place} ${name}`.toLowerCase());
}

function describeParameters(document: Json, stated: StatedOperation): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const value of stated.parameters) {
    const {
      name,
      in: within,
      required,
      schema,
      content,
      example,
      examples,
      explode,
      description,
      ...written
    } = referencedObject(document, value);
    // OpenAPI 3.2 describes a whole query as the members of one object.
    const place = within === 'querystring' ? 'query' : within;
    if (typeof name !== 'string' || !isPlace(place)) continue;
    const [[mediaType, media] = [undefined, undefined]] = Object.entries(asObject(content));
    const inside = referencedObject(document, schema ?? referencedObject(document, media).schema);
    const [named] = Object.values(asObject(examples));
    const shown = example ?? exampleIn(document, named);
    const usual = ['query', 'cookie'].includes(place) ? 'form' : 'simple';
    const style = asNonBlankText(written.style) ?? usual;
    found.set(`${place} ${name}`, {
      ...{ name, place, isRequired: required === true || place === 'path' },
      style: mediaType === undefined || isForm(mediaType) ? style : 'json',
      isExploded: typeof explode === 'boolean' ? explode : style === 'form',
      schema: withoutNull(document, shown === undefined ? inside : { ...inside, example: shown }),
      text: oneLine(description),
    });
  }
  return [...found.values()];
}

/** A schema with the keywords of its only alternative beside `null`, which no query can have. */
function withoutNull(document: Json, schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const forms = asList(anyOf).map((one) => referencedObject(document, one));
  const [form, ...others] = forms.filter(({ type }) => type !== 'null');
  const isNullable = forms.length === 2 && form !== undefined && others.length === 0;
  return isNullable ? { ...form, ...rest } : schema;
}

function isPlace(value: unknown): value is Parameter['place'] {
  return ['path', 'query', 'header', 'cookie'].includes(value as string);
}

function describeBody(document: Json, operation: Json): Body | undefined {
  const { content, required } = referencedObject(document, operation.requestBody);
  const types = Object.keys(asObject(content));
  const mediaType = types.find(isJsonType) ?? types.find(isForm) ?? types[0];
  if (mediaType === undefined) return undefined;
  const { schema, example, examples } = referencedObject(document, memberOf(content, mediaType));
  const named = Object.entries(asObject(examples)).flatMap(([name, one]) => {
    const value = exampleIn(document, one);
    const { summary } = referencedObject(document, one);
    return value === undefined ? [] : [{ name, summary: oneLine(summary), value }];
  });
  return {
    ...{ mediaType, named, schema: asObject(schema) },
    examples: [...(example === undefined ? [] : [example]), ...named.map(({ value }) => value)],
    isRequired: required === true,
  };
}

/** The value that an example shows; OpenAPI 3.2 has a member of another name for it. */
function exampleIn(document: Json, example: unknown): unknown {
  const { value, dataValue } = referencedObject(document, example);
  return value ?? dataValue;
}

/** Whether a new suite writes bodies of a media type as JSON, as it does for vendor types, too. */
export function isWrittenAsJson(mediaType: string): boolean {
  return /json|\*/i.test(mediaType);
}

/** Whether a media type is that of forms. */
export function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType);
}

/** Whether a media type is that of forms with files. */
export function isMultipart(mediaType: string): boolean {
  return /^multipart\/form-data\b/i.test(mediaType);
}

function describeAnswers(
  document: Json,
  operation: Json,
  pointer: string,
): readonly DocumentedAnswer[] {
  return Object.entries(asObject(operation.responses)).flatMap(([status, value]) => {
    if (!/^[1-5](\d\d|XX)$/i.test(status)) return [];
    const { description, content, headers, links } = referencedObject(document, value);
    const types = Object.keys(asObject(content));
    const type = types.find(isJsonType);
    const { schema } =
      type === undefined ? {} : referencedObject(document, memberOf(content, type));
    return [
      {
        status: status.toUpperCase(),
        text: oneLine(description),
        schema: schema === undefined ? undefined : asObject(schema),
        pointer: resolvePointer(document, `${pointer}/responses/${status}`).pointer,
        headers: Object.entries(asObject(headers)).map(([name, header]) => {
          const { required } = referencedObject(document, header);
          return { name, isRequired: typeof required === 'boolean' ? required : undefined };
        }),
        hasBody: types.length > 0,
        isStream: types.some((one) => one.toLowerCase().startsWith(streamType)),
        links: Object.values(asObject(links)),
      },
    ];
  });
}
