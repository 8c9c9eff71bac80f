/** Reads the operations of an OpenAPI description, with all that `init` needs to send requests. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { messageOf, UsageError } from '../../kit/errors.js';
import { nameOf, parsePlacedYaml, readText } from '../suite/checked-document.js';
import { isJsonType } from '../verdict/openapi-description.js';
import { dropBrokenExtensions } from './extensions.js';
import {
  asList,
  asNonBlankText,
  asObject,
  type Json,
  oneLine,
  referencedObject,
} from './values.js';

/** One operation. */
export interface ApiOperation {
  /** In capitals. */
  readonly method: string;
  /** With its parameters in braces: `/todos/{id}`. */
  readonly path: string;
  /** The first of its tags, or the first segment of its path. */
  readonly tag: string;
  readonly operationId: string | undefined;
  /** In one line; undefined when there is none. */
  readonly summary: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  /** The documented answers, without `default`. */
  readonly answers: readonly DocumentedAnswer[];
  /** The schemes that a request needs together; empty when it needs none. */
  readonly schemes: readonly string[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header' | 'cookie';
  readonly isRequired: boolean;
  /** Includes the parameter's own example. */
  readonly schema: Json;
}

/** The body of a request. */
export interface Body {
  readonly mediaType: string;
  readonly schema: Json;
  /** The example of the whole body; undefined when there is none. */
  readonly example: unknown;
  readonly isRequired: boolean;
}

/** A documented answer. */
export interface DocumentedAnswer {
  /** `200`, `4XX` */
  readonly status: string;
  /** In one line. */
  readonly text: string | undefined;
  /** The schema of its JSON; undefined when there is none. */
  readonly schema: Json | undefined;
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
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

const load = createRequire(import.meta.url);

/**
 * Reads a description in YAML or JSON, with the files that it refers to.
 *
 * @throws UsageError that names the file and the mistake
 */
export async function readDescription(file: string): Promise<ApiDescription> {
  const source = readText(file);
  const parsed = parseText(source, nameOf(file));
  const version = asNonBlankText(parsed.openapi) ?? String(parsed.swagger ?? parsed.openapi ?? '');
  if (!/^3\./.test(version)) {
    const found = version === '' ? 'this is not one' : `its version is ${version}`;
    const advice = version.startsWith('2')
      ? ' Convert it first, with swagger2openapi for example.'
      : '';
    throw new UsageError(
      `${nameOf(file)}: an OpenAPI description of version 3.0 or 3.1 is needed, but ${found}.${advice}`,
    );
  }
  const document = /"?\$ref"?\s*:\s*["']?[^#"'\s]/.test(source)
    ? await bundle(file, parsed)
    : parsed;
  return describe(document, document === parsed ? source : undefined);
}

function parseText(text: string, name: string): Json {
  return asObject(parsePlacedYaml(text, name).value);
}

/** Includes the files that a description refers to. Nothing is fetched. */
async function bundle(file: string, parsed: Json): Promise<Json> {
  const SwaggerParser = load(
    '@apidevtools/swagger-parser',
  ) as typeof import('@apidevtools/swagger-parser');
  const yaml = {
    order: 1,
    canParse: /\.(ya?ml|json)$/i,
    parse: ({ data, url }: { data: unknown; url: string }) =>
      dropBrokenExtensions(parseText(String(data), url), dirname(url)),
  };
  try {
    const options = { resolve: { http: false as const }, parse: { yaml, json: false as const } };
    return asObject(
      await SwaggerParser.bundle(
        file,
        dropBrokenExtensions(parsed, dirname(file)) as never,
        options as never,
      ),
    );
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${nameOf(file)}: a reference cannot be followed: ${reasonOf(messageOf(error))}.`,
    );
  }
}

/** `/folder/parts.yaml: no such file or directory` */
function reasonOf(message: string): string {
  const [first = ''] = message.split('\n');
  const [, remote] = /^Unable to resolve \$ref pointer "(https?:[^"]*)"/.exec(first) ?? [];
  if (remote !== undefined) return `${remote} is on another host; save it beside the description`;
  return first
    .replace(/^Error opening file /, '')
    .replace(/\bE[A-Z]+: ([^,]+), open .*$/, '$1')
    .trim()
    .replace(/\.$/, '');
}

function describe(document: Json, source: string | undefined): ApiDescription {
  const info = asObject(document.info);
  const operations = Object.entries(asObject(document.paths)).flatMap(([path, value]) => {
    const item = referencedObject(document, value);
    if (!path.startsWith('/')) return [];
    return methods.flatMap((method) =>
      item[method] === undefined ? [] : [describeOperation(document, path, item, method)],
    );
  });
  const definitions = asObject(asObject(document.components).securitySchemes);
  const names = [...new Set(operations.flatMap(({ schemes }) => schemes))];
  return {
    title: oneLine(info.title) ?? 'An API',
    version: oneLine(String(info.version ?? '')) ?? '0',
    operations,
    schemes: names.map((name) => ({
      name,
      definition: referencedObject(document, definitions[name]),
    })),
    ...{ document, source },
  };
}

function describeOperation(document: Json, path: string, item: Json, method: string): ApiOperation {
  const operation = asObject(item[method]);
  const [first = ''] = path.split('/').filter((part) => part !== '' && !part.includes('{'));
  return {
    method: method.toUpperCase(),
    path,
    tag: oneLine(asList(operation.tags)[0]) ?? (oneLine(first) || 'api'),
    operationId: asNonBlankText(operation.operationId),
    summary: oneLine(operation.summary),
    parameters: describeParameters(document, item, operation),
    body: describeBody(document, operation),
    answers: describeAnswers(document, operation),
    schemes: schemesOf(operation.security ?? document.security),
  };
}

/** Parameters of an operation replace those of its path. */
function describeParameters(document: Json, item: Json, operation: Json): readonly Parameter[] {
  const found = new Map<string, Parameter>();
  for (const value of [...asList(item.parameters), ...asList(operation.parameters)]) {
    const {
      name,
      in: place,
      required,
      schema,
      content,
      example,
      examples,
    } = referencedObject(document, value);
    if (typeof name !== 'string' || !isPlace(place)) continue;
    const [media] = Object.values(asObject(content));
    const inside = referencedObject(document, schema ?? asObject(media).schema);
    const [named] = Object.values(asObject(examples));
    const shown = example ?? referencedObject(document, named).value;
    found.set(`${place} ${name}`, {
      ...{ name, place, isRequired: required === true || place === 'path' },
      schema: shown === undefined ? inside : { ...inside, example: shown },
    });
  }
  return [...found.values()];
}

function isPlace(value: unknown): value is Parameter['place'] {
  return ['path', 'query', 'header', 'cookie'].includes(value as string);
}

function describeBody(document: Json, operation: Json): Body | undefined {
  const { content, required } = referencedObject(document, operation.requestBody);
  const types = Object.keys(asObject(content));
  const mediaType = types.find(isJsonType) ?? types.find(isForm) ?? types[0];
  if (mediaType === undefined) return undefined;
  const { schema, example, examples } = asObject(asObject(content)[mediaType]);
  const [named] = Object.values(asObject(examples));
  return {
    mediaType,
    schema: asObject(schema),
    example: example ?? referencedObject(document, named).value,
    isRequired: required === true,
  };
}

/** Whether a new suite writes bodies of a media type as JSON, as it does for vendor types, too. */
export function isWrittenAsJson(mediaType: string): boolean {
  return /json|\*/i.test(mediaType);
}

/** Whether a media type is that of forms. */
export function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType);
}

function describeAnswers(document: Json, operation: Json): readonly DocumentedAnswer[] {
  return Object.entries(asObject(operation.responses)).flatMap(([status, value]) => {
    if (!/^[1-5](\d\d|XX)$/i.test(status)) return [];
    const { description, content } = referencedObject(document, value);
    const type = Object.keys(asObject(content)).find(isJsonType);
    const { schema } = type === undefined ? {} : asObject(asObject(content)[type]);
    return [
      {
        status: status.toUpperCase(),
        text: oneLine(description),
        schema: schema === undefined ? undefined : asObject(schema),
      },
    ];
  });
}

/** The first of several alternatives; empty when one alternative needs nothing. */
function schemesOf(security: unknown): readonly string[] {
  const ways = asList(security).map((way) => Object.keys(asObject(way)));
  return ways.some((way) => way.length === 0) ? [] : (ways[0] ?? []);
}
