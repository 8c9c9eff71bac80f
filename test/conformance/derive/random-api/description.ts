/** The OpenAPI description of a random API. */
import { asList, asObject, type Json } from '../../../../kit/collections.js';
import { nameIn } from './members.js';
import type { ApiModel, ListModel, ResourceModel } from './model.js';
import {
  changeSchema,
  creationSchema,
  listSchema,
  replacementSchema,
  shownSchema,
  wrapped,
} from './schemas.js';

/** The paths of a resource, with their parameters in braces. */
export function pathsOf(api: ApiModel, one: ResourceModel): { collection: string; item: string } {
  const end = api.trailingSlash ? '/' : '';
  const parent = api.resources.find(({ words }) => words === one.parent);
  const own = `/${one.segment}`;
  const above = parent === undefined ? '' : `/${parent.segment}/{${parentParameter(api, parent)}}`;
  const start = one.isShallow ? '' : above;
  return {
    collection: above + own + end,
    item: `${start}${own}/{${one.pathParameter}}${end}`,
  };
}

/** Below a parent, its id has a name that no child has. */
function parentParameter(api: ApiModel, { words }: ResourceModel): string {
  return nameIn(api.naming, `${words} id`);
}

/** The description as an object. */
export function describeApi(api: ApiModel): Json {
  const { security, version, prefix } = api;
  const schemas = Object.fromEntries(
    api.resources.flatMap((one) => Object.entries(schemasOf(api, one))),
  );
  const described = {
    openapi: version,
    info: { title: `Random API ${api.seed}`, version: '1.0.0' },
    servers: [{ url: `https://api.example.com${prefix}` }],
    ...(security.kind === 'none' ? {} : { security: [{ [security.scheme]: [] }] }),
    paths: Object.fromEntries(
      api.resources.flatMap((one) => Object.entries(describePaths(api, one))),
    ),
    components: {
      schemas: { ...schemas, ...errorSchemas(api) },
      ...(security.kind === 'none'
        ? {}
        : { securitySchemes: { [security.scheme]: securityScheme(api) } }),
    },
  };
  return version === '3.0.3' ? asObject(inVersion30(described)) : described;
}

function securityScheme({ security: { kind, carrier } }: ApiModel): Json {
  if (kind === 'bearer' || kind === 'basic') return { type: 'http', scheme: kind };
  return { type: 'apiKey', in: kind, name: carrier };
}

const nameOf = (one: ResourceModel, ending = ''): string => `${one.schemaName}${ending}`;
const refTo = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json, type = 'application/json'): Json => ({
  content: { [type]: { schema } },
});

function schemasOf(api: ApiModel, one: ResourceModel): Json {
  return {
    [nameOf(one)]: shownSchema(api, one),
    ...(one.managedIs === 'absent' ? { [nameOf(one, 'Input')]: creationSchema(api, one) } : {}),
    ...(one.patch === undefined ? {} : { [nameOf(one, 'Patch')]: changeSchema(api, one) }),
  };
}

/** Requests and answers share a schema, unless clients do not see what the server manages. */
const inputOf = (api: ApiModel, one: ResourceModel): Json =>
  one.managedIs === 'absent' ? refTo(nameOf(one, 'Input')) : creationSchema(api, one);

function errorSchemas({ errors }: ApiModel): Json {
  const text = { type: 'string' };
  const forms = {
    problem: {
      type: 'object',
      required: ['title', 'status'],
      properties: { title: text, status: { type: 'integer' } },
    },
    text: { type: 'object', required: ['error'], properties: { error: text } },
    object: {
      type: 'object',
      required: ['error'],
      properties: {
        error: { type: 'object', required: ['code'], properties: { code: text, message: text } },
      },
    },
  };
  return errors === 'empty' ? {} : { Error: forms[errors] };
}

const reasons: Readonly<Record<string, string>> = {
  '304': 'Not modified',
  '400': 'Bad request',
  '401': 'Unauthorized',
  '403': 'Forbidden',
  '404': 'Not found',
  '409': 'Conflict',
  '410': 'Gone',
  '412': 'Precondition failed',
  '415': 'Unsupported media type',
  '422': 'Unprocessable entity',
  '4XX': 'The request is rejected',
  default: 'Error',
};

function describeErrors(api: ApiModel, statuses: readonly number[]): Json {
  const type = api.errors === 'problem' ? 'application/problem+json' : 'application/json';
  const content = api.errors === 'empty' ? {} : json(refTo('Error'), type);
  const isRead = statuses.includes(304);
  const names =
    api.statuses === 'exact'
      ? [...new Set(statuses.map(String))].filter((one) => one !== '304')
      : [api.statuses === 'class' ? '4XX' : 'default'];
  return {
    ...(isRead ? { 304: { description: reasons['304'] } } : {}),
    ...Object.fromEntries(names.map((name) => [name, { description: reasons[name], ...content }])),
  };
}

/** The statuses of errors that the server answers an operation with. */
function errorsOf(
  api: ApiModel,
  one: ResourceModel,
  what: 'list' | 'create' | 'read' | 'change' | 'remove',
) {
  const isWrite = what !== 'list' && what !== 'read';
  const { security } = api;
  const isOpen = security.kind === 'none' || (security.readsArePublic && !isWrite);
  const reads = what === 'create' || what === 'change';
  const isItem = what === 'read' || what === 'change' || what === 'remove';
  const hasReference = one.members.some(({ reference }) => reference !== undefined);
  const mayConflict = one.id.kind === 'slug' || one.unique?.isDocumented === true;
  const isReferred = api.resources.some((other) =>
    other.members.some(({ reference }) => reference?.to === one.words),
  );
  return [
    ...(isOpen ? [] : [security.statusWithout, security.statusWrong]),
    ...(reads ? [api.invalid, api.malformed] : []),
    ...(what === 'list' &&
    (one.list.paging !== 'none' || one.list.filters.length > 0 || one.list.sort)
      ? [api.invalid]
      : []),
    ...(api.rejectsUnknownParameters ? [api.invalid] : []),
    ...(reads && api.rejectsMediaTypes ? [415] : []),
    ...(reads && hasReference ? [api.unknownReference] : []),
    ...(reads && mayConflict ? [409] : []),
    ...(one.parent !== undefined && !(isItem && one.isShallow) ? [404] : []),
    ...(isItem && !(what === 'remove' && one.removal?.repeated === 'success')
      ? [404, one.goneStatus]
      : []),
    ...(what === 'remove' && one.removal?.ofReferred === 'refuse' && isReferred ? [409] : []),
    ...(api.hasEntityTags && what === 'read' ? [304] : []),
    ...(api.hasEntityTags && what === 'change' ? [412] : []),
  ];
}

function describePaths(api: ApiModel, one: ResourceModel): Json {
  const { collection, item } = pathsOf(api, one);
  const id = (verb: string, what = one.schemaName) =>
    api.hasOperationIds ? { operationId: `${verb}${what}` } : {};
  const open = api.security.kind !== 'none' && api.security.readsArePublic ? { security: [] } : {};
  const answers = (status: number, schema: Json | undefined, headers: Json = {}) => ({
    [status]: {
      description: 'OK',
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(schema && json(schema)),
    },
  });
  const errors = (what: Parameters<typeof errorsOf>[2]) =>
    describeErrors(api, errorsOf(api, one, what));
  const shown = wrapped(api, refTo(nameOf(one)));
  const tag = { ETag: { schema: { type: 'string' } } };
  const body = (schema: Json, type?: string) => ({
    requestBody: { required: true, ...json(schema, type) },
  });
  const bound = api.hasEntityTags
    ? { parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }] }
    : {};
  const created = {
    body: () => answers(201, shown, locationHeader(one)),
    location: () => answers(201, undefined, locationHeader({ ...one, location: 'path' })),
    ok: () => answers(200, shown),
    data: () =>
      answers(
        201,
        { type: 'object', required: ['data'], properties: { data: refTo(nameOf(one)) } },
        locationHeader(one),
      ),
  }[one.created]();
  const collectionItem = {
    ...parametersOf(api, collection),
    get: {
      ...id('list', `${one.schemaName}List`),
      ...open,
      ...(listDescription(one) === '' ? {} : { description: listDescription(one) }),
      parameters: listParameters(one),
      responses: {
        ...answers(200, listSchema(api, one, refTo(nameOf(one))), listHeaders(one.list)),
        ...errors('list'),
      },
    },
    post: {
      ...id('create'),
      ...body(inputOf(api, one)),
      responses: { ...created, ...errors('create') },
    },
  };
  const result = (status: number) => answers(status, status === 204 ? undefined : shown);
  const single = {
    ...parametersOf(api, item),
    get: {
      ...id('get'),
      ...open,
      responses: { ...answers(200, shown, api.hasEntityTags ? tag : {}), ...errors('read') },
    },
    ...(one.put && {
      put: {
        ...id(one.put.resets ? 'replace' : 'save'),
        ...(one.put.saysSo ? { summary: `Replaces the ${one.words}` } : {}),
        ...bound,
        ...body(one.id.kind === 'slug' ? replacementSchema(api, one) : inputOf(api, one)),
        responses: { ...result(one.put.status), ...errors('change') },
      },
    }),
    ...(one.patch && {
      patch: {
        ...id('update'),
        ...bound,
        ...body(refTo(nameOf(one, 'Patch')), one.patch.mediaType),
        responses: { ...result(one.patch.status), ...errors('change') },
      },
    }),
    ...(one.removal && {
      delete: {
        ...id('delete'),
        responses: { ...result(one.removal.status), ...errors('remove') },
      },
    }),
  };
  return { [collection]: collectionItem, [item]: single };
}

function locationHeader({ location }: Pick<ResourceModel, 'location'>): Json {
  return location === 'none' ? {} : { Location: { schema: { type: 'string' } } };
}

function listHeaders({ total, next, paging }: ListModel): Json {
  return {
    ...(total === 'header' ? { 'X-Total-Count': { schema: { type: 'integer' } } } : {}),
    ...(paging === 'cursor' && next !== 'body' ? { Link: { schema: { type: 'string' } } } : {}),
  };
}

function listDescription({ list: { order, statesOrder, hidden } }: ResourceModel): string {
  const orders = {
    newest: 'Newest first.',
    oldest: 'Oldest first.',
    title: 'In alphabetical order.',
    any: '',
  };
  const hides = hidden?.isStated
    ? `Without a filter, those that are ${hidden.value} are left out.`
    : '';
  return [statesOrder ? orders[order] : '', hides].filter((one) => one !== '').join(' ');
}

function parametersOf(api: ApiModel, path: string): Json {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const parameters = names.map((name, index) => {
    const segment = path.split('/').filter((part) => part !== '')[index * 2];
    const { id } = api.resources.find((one) => one.segment === segment) ?? {};
    const type = id?.kind === 'integer' ? { type: 'integer' } : { type: 'string' };
    const schema = id?.kind === 'uuid' ? { ...type, format: 'uuid' } : type;
    return { name, in: 'path', required: true, schema };
  });
  return parameters.length === 0 ? {} : { parameters };
}

/** What a list of an API may be asked. */
export function listParameters({ list, members }: ResourceModel): readonly Json[] {
  const inQuery = (name: string, schema: Json, more: Json = {}) => ({
    name,
    in: 'query',
    schema,
    ...more,
  });
  const { paging, limit, place, most, usual, rejectsLonger, filters, search, sort } = list;
  const isText = paging === 'cursor';
  const start = paging === 'page' ? 1 : 0;
  const size = {
    type: 'integer',
    minimum: 1,
    ...(rejectsLonger ? { maximum: most } : {}),
    default: usual,
  };
  const title = members.find(({ kind }) => kind === 'title');
  return [
    ...(paging === 'none' ? [] : [inQuery(limit, size)]),
    ...(paging === 'none' || paging === 'limit'
      ? []
      : [
          inQuery(
            place,
            isText ? { type: 'string' } : { type: 'integer', minimum: start, default: start },
          ),
        ]),
    ...filters.flatMap((name) => {
      const schema = members.find((one) => one.name === name)?.schema ?? {};
      const { default: _default, ...plain } = schema;
      const { type, enum: values, format } = plain;
      return [
        inQuery(name, { type, ...(values ? { enum: values } : {}), ...(format ? { format } : {}) }),
      ];
    }),
    ...(search === undefined
      ? []
      : [inQuery(search, { type: 'string' }, { description: 'Text to search for' })]),
    ...(sort && title !== undefined
      ? [inQuery('sort', { type: 'string', enum: [title.name, `-${title.name}`] })]
      : []),
  ];
}

/** The same in the words of OpenAPI 3.0. */
function inVersion30(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inVersion30);
  if (typeof value !== 'object' || value === null) return value;
  const { type, exclusiveMinimum, ...rest } = asObject(value);
  const types = asList(type);
  return {
    ...(types.length > 0
      ? { type: types[0], nullable: types.includes('null') }
      : type === undefined
        ? {}
        : { type: inVersion30(type) }),
    ...(typeof exclusiveMinimum === 'number'
      ? { minimum: exclusiveMinimum, exclusiveMinimum: true }
      : {}),
    ...Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, inVersion30(one)])),
  };
}
