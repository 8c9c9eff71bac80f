/** The schemas of what a random API is sent and shows, in JSON Schema 2020-12. */
import { asList, type Json } from '../../../../kit/collections.js';
import type { MemberModel } from './members.js';
import type { ApiModel, IdModel, ListModel, ResourceModel } from './model.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const time = { ...text, format: 'date-time' };

function idSchema({ kind }: IdModel): Json {
  if (kind === 'integer') return integer;
  return kind === 'uuid' ? { ...text, format: 'uuid' } : text;
}

const managedSchema = (name: string): Json => (name === 'version' ? integer : time);

/** What the server adds to what clients send. */
function managedMembers({ id, managed, managedIs }: ResourceModel): Record<string, Json> {
  const mark = managedIs === 'readOnly' ? { readOnly: true } : {};
  return {
    ...(id.kind === 'slug' ? {} : { [id.member]: { ...idSchema(id), ...mark } }),
    ...Object.fromEntries(managed.map((name) => [name, { ...managedSchema(name), ...mark }])),
  };
}

/** A member is always shown when each resource has it, or null stands for what is absent. */
function isAlwaysShown(api: ApiModel, { isRequired, schema }: MemberModel): boolean {
  return isRequired || schema.default !== undefined || api.showsNull;
}

function orNull(schema: Json): Json {
  const types = [schema.type].flat();
  if (schema.type === undefined || schema.enum !== undefined)
    return { anyOf: [schema, { type: 'null' }] };
  return types.includes('null') ? schema : { ...schema, type: [...types, 'null'] };
}

function shownMember(api: ApiModel, member: MemberModel): Json {
  const mayBeNull = api.showsNull && !member.isRequired && member.schema.default === undefined;
  return mayBeNull ? orNull(member.schema) : member.schema;
}

/** What a GET shows of a resource. */
export function shownSchema(api: ApiModel, one: ResourceModel): Json {
  const managed = managedMembers(one);
  const shown = one.members.map((member) => [member.name, shownMember(api, member)]);
  const required = one.members.filter((member) => isAlwaysShown(api, member));
  return {
    type: 'object',
    required: [...Object.keys(managed), ...required.map(({ name }) => name)],
    properties: { ...managed, ...Object.fromEntries(shown) },
  };
}

/**
 * What a creation sends.
 *
 * @param without names of members that are left out
 */
export function creationSchema(
  api: ApiModel,
  one: ResourceModel,
  without: readonly string[] = [],
): Json {
  const members = one.members.filter(({ name }) => !without.includes(name));
  const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: {
      ...(one.managedIs === 'absent' ? {} : managedMembers(one)),
      ...Object.fromEntries(members.map((member) => [member.name, sentMember(api, one, member)])),
    },
    ...(one.isClosed ? { additionalProperties: false } : {}),
  };
}

/** Where requests and answers share a schema, what may be shown as null may be sent as null. */
function sentMember(api: ApiModel, { managedIs }: ResourceModel, member: MemberModel): Json {
  return managedIs === 'absent' ? member.schema : shownMember(api, member);
}

/** What a PUT sends: what a creation does, but the id of its path only where one schema is for all. */
export function replacementSchema(api: ApiModel, one: ResourceModel): Json {
  const isOwn = one.id.kind === 'slug' && one.managedIs === 'absent';
  return creationSchema(api, one, isOwn ? [one.id.member] : []);
}

/** What a PATCH sends. */
export function changeSchema(api: ApiModel, one: ResourceModel): Json {
  const { required: _required, ...rest } = creationSchema(api, one, [one.id.member]);
  const properties = Object.entries(Object(rest.properties) as Record<string, Json>);
  const plain = properties.map(([name, { default: _default, ...schema }]) => [name, schema]);
  return { ...rest, properties: Object.fromEntries(plain), minProperties: 1 };
}

/** An item as the API wraps each. */
export function wrapped({ wrapsItems }: ApiModel, item: Json): Json {
  return wrapsItems ? { type: 'object', required: ['data'], properties: { data: item } } : item;
}

/** The names of the members that a list shows. */
export function summaryOf({ id, members, managed }: ResourceModel): readonly string[] {
  const main = members.find(({ kind }) => kind === 'title') ?? members[0];
  return [id.member, ...(main === undefined ? [] : [main.name]), ...managed];
}

/** What a list shows of a resource. */
export function elementSchema(api: ApiModel, one: ResourceModel, whole: Json): Json {
  if (!one.list.isSummary) return whole;
  const { required, properties } = shownSchema(api, one);
  const names = summaryOf(one);
  return {
    type: 'object',
    required: asList(required).filter((name) => names.includes(String(name))),
    properties: Object.fromEntries(
      Object.entries(Object(properties)).filter(([name]) => names.includes(name)),
    ),
  };
}

/** The answer to a GET of a list. */
export function listSchema(api: ApiModel, one: ResourceModel, whole: Json): Json {
  const { list } = one;
  const elements = { type: 'array', items: elementSchema(api, one, whole) };
  if (list.wrapper === undefined) return elements;
  const more = wrapperMembers(list);
  return {
    type: 'object',
    required: [list.wrapper, ...Object.keys(more)],
    properties: { [list.wrapper]: elements, ...more },
  };
}

/** The name of the member that has the next cursor. */
export const nextMember = 'next';

function wrapperMembers({ paging, total, next, limit, place }: ListModel): Record<string, Json> {
  return {
    ...(total === 'body' ? { total: integer } : {}),
    ...(paging === 'page' ? { [place]: integer, [limit]: integer } : {}),
    ...(paging === 'offset' ? { [place]: integer, [limit]: integer } : {}),
    ...(paging === 'cursor' && next !== 'link'
      ? { [nextMember]: { type: ['string', 'null'] } }
      : {}),
  };
}
