/**
 * A random API as data, from which `description.ts` makes what it says and `server.ts` what it does.
 * All choices are lawful: a server that makes them conforms to the description.
 */
import { Random } from '../../../random.js';
import {
  kinds,
  type MemberModel,
  type Naming,
  type Normalisation,
  nameIn,
  typeName,
} from './members.js';

/** How clients prove who they are. */
export interface SecurityModel {
  readonly kind: 'none' | 'header' | 'query' | 'bearer' | 'basic';
  /** The header or query parameter of a key. */
  readonly carrier: string;
  readonly scheme: string;
  readonly readsArePublic: boolean;
  readonly statusWithout: number;
  readonly statusWrong: number;
}

/** The id of a resource. */
export interface IdModel {
  readonly member: string;
  readonly kind: 'integer' | 'uuid' | 'text' | 'slug';
}

/** How a list is read. */
export interface ListModel {
  /** The member that has the elements; undefined where the body is the list. */
  readonly wrapper: string | undefined;
  readonly paging: 'none' | 'limit' | 'offset' | 'page' | 'cursor';
  /** Names of the query parameters. */
  readonly limit: string;
  readonly place: string;
  readonly usual: number;
  readonly most: number;
  /** Whether a greater limit is rejected, or else is like the greatest. */
  readonly rejectsLonger: boolean;
  readonly total: 'body' | 'header' | 'none';
  readonly next: 'body' | 'link' | 'both';
  readonly order: 'newest' | 'oldest' | 'title' | 'any';
  readonly statesOrder: boolean;
  readonly isSummary: boolean;
  /** Names of members that are filters. */
  readonly filters: readonly string[];
  readonly search: string | undefined;
  readonly sort: boolean;
  /** A state that is shown only when it is asked for. */
  readonly hidden:
    | { readonly member: string; readonly value: unknown; readonly isStated: boolean }
    | undefined;
}

/** A resource with its operations. */
export interface ResourceModel {
  /** Words in singular: `work order`. */
  readonly words: string;
  readonly schemaName: string;
  readonly segment: string;
  /** The name of the resource below whose path this one is. */
  readonly parent: string | undefined;
  /** Whether one is read at a path of its own, and not below its parent. */
  readonly isShallow: boolean;
  readonly id: IdModel;
  readonly pathParameter: string;
  readonly members: readonly MemberModel[];
  readonly unique: { readonly member: string; readonly isDocumented: boolean } | undefined;
  readonly created: 'body' | 'location' | 'ok' | 'data';
  readonly location: 'none' | 'path' | 'absolute' | 'relative';
  readonly list: ListModel;
  readonly put:
    | { readonly status: 200 | 204; readonly saysSo: boolean; readonly resets: boolean }
    | undefined;
  readonly patch: { readonly status: 200 | 204; readonly mediaType: string } | undefined;
  readonly removal:
    | {
        readonly status: 200 | 204;
        readonly repeated: 'unknown' | 'success';
        readonly keepsName: boolean;
        readonly ofReferred: 'cascade' | 'refuse' | 'dangle';
      }
    | undefined;
  readonly goneStatus: 404 | 410;
  readonly managed: readonly string[];
  readonly fractions: boolean;
  /** How the schema of requests treats what the server manages. */
  readonly managedIs: 'absent' | 'readOnly' | 'unmarked';
  readonly isClosed: boolean;
  readonly foreignRows: number;
}

/** An API. */
export interface ApiModel {
  readonly seed: number;
  readonly version: '3.0.3' | '3.1.0';
  readonly prefix: string;
  readonly trailingSlash: boolean;
  readonly naming: Naming;
  readonly pathNaming: Naming;
  readonly hasOperationIds: boolean;
  readonly security: SecurityModel;
  readonly errors: 'problem' | 'text' | 'object' | 'empty';
  readonly statuses: 'exact' | 'class' | 'default';
  readonly invalid: 400 | 422;
  readonly malformed: 400 | 422;
  readonly unknownReference: 404 | 422 | 400;
  readonly rejectsMediaTypes: boolean;
  readonly unknownMethod: 404 | 405;
  readonly rejectsUnknownParameters: boolean;
  readonly showsNull: boolean;
  readonly checksFormats: boolean;
  readonly hasEntityTags: boolean;
  /** One request in so many is answered with 429. */
  readonly oneRejectedIn: number | undefined;
  readonly wrapsItems: boolean;
  readonly normalisation: Normalisation;
  readonly resources: readonly ResourceModel[];
}

const nouns = [
  ...[
    ['project', 'projects'],
    ['work order', 'work orders'],
    ['category', 'categories'],
  ],
  ...[
    ['customer', 'customers'],
    ['invoice', 'invoices'],
    ['room', 'rooms'],
  ],
  ...[
    ['device', 'devices'],
    ['person', 'people'],
    ['time entry', 'time entries'],
  ],
  ...[
    ['course', 'courses'],
    ['branch', 'branches'],
    ['ticket', 'tickets'],
  ],
  ...[
    ['price list', 'price lists'],
    ['vehicle', 'vehicles'],
    ['article', 'articles'],
  ],
] as const;

/** An API by its seed. */
export function chooseApi(seed: number): ApiModel {
  const random = new Random(seed);
  // The first numbers of neighbouring seeds are alike.
  for (let count = 0; count < 5; count += 1) random.below(2);
  const style: Style = {
    naming: random.pick(['camel', 'camel', 'snake', 'snake', 'kebab']),
    pathNaming: random.pick(['kebab', 'snake', 'camel']),
    isPlural: !random.oneIn(4),
  };
  const invalid = random.pick([400, 422] as const);
  const chosen = takeSome(random, nouns, 2 + random.below(2));
  const resources: ResourceModel[] = [];
  for (const noun of chosen) resources.push(chooseResource(random, style, noun, resources));
  return {
    ...{ seed, naming: style.naming, pathNaming: style.pathNaming, resources, invalid },
    version: random.pick(['3.0.3', '3.1.0']),
    prefix: random.pick(['', '', '/api', '/v1']),
    trailingSlash: random.oneIn(6),
    hasOperationIds: !random.oneIn(3),
    security: chooseSecurity(random),
    errors: random.pick(['problem', 'text', 'object', 'empty']),
    statuses: random.pick(['exact', 'exact', 'class', 'default']),
    malformed: random.pick([400, invalid]),
    unknownReference: random.pick([404, 422, 400]),
    rejectsMediaTypes: random.oneIn(2),
    unknownMethod: random.pick([404, 405]),
    rejectsUnknownParameters: random.oneIn(3),
    showsNull: random.oneIn(2),
    checksFormats: random.oneIn(2),
    hasEntityTags: random.oneIn(3),
    oneRejectedIn: random.oneIn(6) ? 7 + random.below(40) : undefined,
    wrapsItems: random.oneIn(5),
    normalisation: {
      trims: random.oneIn(3),
      lowersEmail: random.oneIn(2),
      sortsTags: random.oneIn(2),
      roundsNumbers: random.oneIn(2),
      padsDecimals: random.oneIn(3),
      writesTimesInUtc: random.oneIn(2),
    },
  };
}

interface Style {
  readonly naming: Naming;
  readonly pathNaming: Naming;
  readonly isPlural: boolean;
}

function takeSome<T>(random: Random, all: readonly T[], count: number): readonly T[] {
  const rest = [...all];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)).flat();
}

function chooseSecurity(random: Random): SecurityModel {
  const kind = random.pick(['none', 'header', 'query', 'bearer', 'bearer', 'basic'] as const);
  const carriers = { header: ['X-API-Key', 'X-Auth-Token'], query: ['api_key', 'key'] };
  const statusWithout = random.pick([401, 401, 403]);
  return {
    ...{ kind, statusWithout },
    carrier: kind === 'header' || kind === 'query' ? random.pick(carriers[kind]) : 'Authorization',
    scheme: random.pick(['apiAuth', 'ApiKeyAuth', 'default_auth']),
    readsArePublic: random.oneIn(3),
    statusWrong: random.pick([statusWithout, statusWithout, 403]),
  };
}

function chooseResource(
  random: Random,
  { naming, pathNaming, isPlural }: Style,
  [words, plural]: (typeof nouns)[number],
  others: readonly ResourceModel[],
): ResourceModel {
  const above = others.filter((one) => one.parent === undefined);
  const parent = above.length > 0 && random.oneIn(3) ? random.pick(above) : undefined;
  const id = chooseId(random, naming, words);
  const members = chooseMembers(random, naming, id, others);
  const title = members.find(({ kind }) => kind === 'title');
  const managed = random.pick([[], ['created at'], ['created at', 'updated at'], ['version']]);
  const resets = random.oneIn(2);
  return {
    ...{ words, id, members, managed: managed.map((one) => nameIn(naming, one)) },
    schemaName: typeName(words),
    segment: nameIn(pathNaming, isPlural ? plural : words),
    parent: parent?.words,
    isShallow: parent !== undefined && random.oneIn(2),
    pathParameter:
      id.kind === 'slug'
        ? random.pick([id.member, nameIn(naming, `${words} ${id.member}`)])
        : random.pick([id.member, 'id', nameIn(naming, `${words} id`)]),
    unique:
      title !== undefined && random.oneIn(3)
        ? { member: title.name, isDocumented: random.oneIn(2) }
        : undefined,
    created: random.pick(['body', 'body', 'body', 'location', 'ok', 'data']),
    location: random.pick(['none', 'path', 'absolute', 'relative']),
    list: chooseList(random, naming, plural, members),
    put: random.oneIn(3)
      ? undefined
      : { status: random.pick([200, 204]), saysSo: resets && random.oneIn(2), resets },
    patch: random.oneIn(2)
      ? undefined
      : {
          status: random.pick([200, 200, 204]),
          mediaType: random.pick([
            'application/json',
            'application/json',
            'application/merge-patch+json',
          ]),
        },
    removal: random.oneIn(8) ? undefined : chooseRemoval(random, parent !== undefined),
    goneStatus: random.pick([404, 404, 410]),
    fractions: random.oneIn(2),
    managedIs: random.pick(['absent', 'readOnly', 'unmarked']),
    isClosed: random.oneIn(3),
    foreignRows: random.pick([1, 3, 12, 40]),
  };
}

function chooseRemoval(random: Random, hasParent: boolean): ResourceModel['removal'] {
  const status = random.pick([204, 204, 200] as const);
  return {
    status,
    // An answer with a body would have nothing to show, and below a parent a 404 would be ambiguous.
    repeated: status === 204 && !hasParent && random.oneIn(3) ? 'success' : 'unknown',
    keepsName: random.oneIn(3),
    ofReferred: random.pick(['cascade', 'refuse', 'dangle']),
  };
}

function chooseId(random: Random, naming: Naming, words: string): IdModel {
  const kind = random.pick(['integer', 'integer', 'uuid', 'text', 'slug'] as const);
  if (kind === 'slug') return { kind, member: random.pick(['slug', 'key', 'handle']) };
  const own = nameIn(naming, `${words} id`);
  return { kind, member: random.pick(['id', 'id', own, ...(kind === 'uuid' ? ['uuid'] : [])]) };
}

function chooseMembers(
  random: Random,
  naming: Naming,
  id: IdModel,
  others: readonly ResourceModel[],
): readonly MemberModel[] {
  const slug: MemberModel = {
    ...{ name: id.member, kind: 'slug', isRequired: true },
    schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 64 },
  };
  const names = takeSome(
    random,
    Object.keys(kinds).filter((one) => one !== 'title'),
    2 + random.below(6),
  );
  const main = random.oneIn(10) ? [] : ['title'];
  const plain = [...main, ...names].flatMap((kind) => {
    const found = kinds[kind];
    if (found === undefined) return [];
    const name = nameIn(naming, random.pick(found.words));
    const isRequired = kind === 'title' || random.oneIn(3);
    const schema = found.schema(random, naming);
    return [{ name, kind, isRequired, schema: extended(random, kind, schema, isRequired) }];
  });
  return [
    ...(id.kind === 'slug' ? [slug] : []),
    ...plain,
    ...chooseReferences(random, naming, others),
  ];
}

/** A schema with what it may say besides: a default, that it may be null, an example. */
function extended(
  random: Random,
  kind: string,
  schema: MemberModel['schema'],
  isRequired: boolean,
): MemberModel['schema'] {
  if (isRequired) return schema;
  if (kind === 'state' && random.oneIn(2)) return { ...schema, default: Object(schema.enum)[0] };
  if (kind === 'flag' && random.oneIn(2)) return { ...schema, default: random.oneIn(2) };
  if (kind === 'rank' && random.oneIn(2)) return { ...schema, default: 3 };
  if (['notes', 'day', 'quantity', 'link'].includes(kind) && random.oneIn(3))
    return { ...schema, type: [schema.type, 'null'] };
  return schema;
}

function chooseReferences(
  random: Random,
  naming: Naming,
  others: readonly ResourceModel[],
): readonly MemberModel[] {
  if (others.length === 0 || random.oneIn(2)) return [];
  const { words, id, segment } = random.pick(others);
  const form = random.pick(['id', 'id', 'object', 'list'] as const);
  const type = id.kind === 'integer' ? { type: 'integer' } : { type: 'string' };
  const own = id.kind === 'uuid' ? { ...type, format: 'uuid' } : type;
  const isRequired = random.oneIn(2);
  const reference = { to: words, form };
  const base = { isRequired, reference, kind: 'reference' };
  const object = { type: 'object', required: [id.member], properties: { [id.member]: own } };
  if (form === 'object') return [{ ...base, name: nameIn(naming, words), schema: object }];
  const name = nameIn(
    naming,
    form === 'id' ? `${words} ${id.kind === 'slug' ? id.member : 'id'}` : `${words} ids`,
  );
  const described = random.oneIn(2) ? { description: `Of one of /${segment}.` } : {};
  if (form === 'id') return [{ ...base, name, schema: { ...own, ...described } }];
  return [{ ...base, name, schema: { type: 'array', items: own, ...described } }];
}

function chooseList(
  random: Random,
  naming: Naming,
  plural: string,
  members: readonly MemberModel[],
): ListModel {
  const paging = random.pick(['none', 'limit', 'offset', 'page', 'cursor'] as const);
  const isWrapped = random.oneIn(2);
  const most = random.pick([5, 20, 50, 100]);
  const places = {
    ...{ none: ['offset'], limit: ['offset'], offset: ['offset', 'skip', 'start'] },
    ...{ page: ['page'], cursor: ['cursor', 'after', nameIn(naming, 'page token')] },
  };
  const state = members.find(({ kind }) => kind === 'state');
  const values = Array.isArray(state?.schema.enum) ? state.schema.enum : [];
  const filterable = members.filter(({ kind, reference, schema }) =>
    reference === undefined
      ? ['state', 'flag', 'rank', 'title', 'code', 'email'].includes(kind) &&
        !Array.isArray(schema.type)
      : reference.form === 'id',
  );
  const isBodyNext = isWrapped && random.oneIn(2);
  return {
    ...{ paging, most },
    wrapper: isWrapped
      ? nameIn(naming, random.pick(['items', 'data', 'results', plural]))
      : undefined,
    limit: random.pick(['limit', nameIn(naming, 'page size'), 'per_page', 'size']),
    place: random.pick(places[paging]),
    usual: Math.min(most, random.pick([2, 5, 10, 20])),
    rejectsLonger: random.oneIn(2),
    total: random.pick(isWrapped ? ['body', 'header', 'none'] : ['header', 'none']),
    next: isBodyNext ? random.pick(['body', 'both']) : 'link',
    order: random.pick(['newest', 'oldest', 'title', 'any']),
    statesOrder: random.oneIn(2),
    isSummary: random.oneIn(4),
    filters: takeSome(random, filterable, random.below(Math.min(3, filterable.length) + 1)).map(
      ({ name }) => name,
    ),
    search: random.oneIn(4) ? random.pick(['q', 'search', 'query']) : undefined,
    sort: random.oneIn(3),
    hidden:
      state !== undefined && random.oneIn(3)
        ? { member: state.name, value: values.at(-1), isStated: random.oneIn(2) }
        : undefined,
  };
}
