/** Where answers have the ids of resources. */

import { asObject, type Json } from '../../../kit/collections.js';
import type { ApiDescription, ApiOperation, DocumentedAnswer } from './description.js';
import { merged } from './merged-schema.js';

/** The documented answers with a status of success. */
export function successesOf({ answers }: ApiOperation): readonly DocumentedAnswer[] {
  return answers.filter(({ status }) => status.startsWith('2'));
}

/** The first documented answer with a status of success; for a PUT, that of a creation. */
export function successOf(operation: ApiOperation): DocumentedAnswer | undefined {
  const { method, answers } = operation;
  const created = answers.find(({ status }) => method === 'PUT' && status === '201');
  return created ?? successesOf(operation)[0];
}

/** The JSONPath of the value in the answer: `$.id`, or `$.article.slug` inside a wrapper. */
export function idInAnswer(
  { document }: ApiDescription,
  operation: ApiOperation,
  before: readonly string[],
  name: string,
): string | undefined {
  const schema = successOf(operation)?.schema;
  if (schema === undefined) return undefined;
  const candidates = namesOfId(name, before);
  const direct = memberOf(document, schema, candidates);
  if (direct !== undefined) return `$${step(direct)}`;
  const members = Object.entries(asObject(merged(document, schema).properties));
  for (const [wrapper, part] of members.length > 3 ? [] : members) {
    // A brace would end the placeholder with this path.
    if (wrapper.includes('}')) continue;
    const inside = memberOf(document, part, candidates);
    if (inside !== undefined) return `$${step(wrapper)}${step(inside)}`;
  }
  return undefined;
}

function memberOf(document: Json, schema: unknown, names: readonly string[]): string | undefined {
  const properties = asObject(merged(document, schema).properties);
  return names.find((name) => Object.hasOwn(properties, name));
}

/** A member as a step of a JSONPath. */
export function step(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** A parameter `todoId` after `/todos` is the member `todoId` or `id` of a resource. */
export function namesOfId(name: string, before: readonly string[]): readonly string[] {
  const { noun, kind } = wordsOf(name);
  const isOwn = isOwnId(name, before);
  const names = [name, ...(kind !== '' && isOwn ? [kind] : [])];
  return noun !== '' && isOwn ? names : [...names, 'id'];
}

/** Whether a parameter names what the path before it is about: `id` or `todoId` after `/todos`. */
export function isOwnId(name: string, before: readonly string[]): boolean {
  const collection = (before.at(-1) ?? '').toLowerCase().replace(/[^a-z\d]/g, '');
  return collection.startsWith(wordsOf(name).noun.replace(/y$/, ''));
}

/** `todoId` → `todo`, `id` */
function wordsOf(name: string): { readonly noun: string; readonly kind: string } {
  const [, owner = '', kind = ''] =
    /^(.*?)[_-]?(id|uuid|slug|key|name|number|code)$/i.exec(name) ?? [];
  return { noun: owner.toLowerCase().replace(/[^a-z\d]/g, ''), kind: kind.toLowerCase() };
}
