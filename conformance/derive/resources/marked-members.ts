/** Which answers can show the text by which a run recognizes what it has created. */

import { asList, asObject } from '../../../kit/collections.js';
import { remember } from '../../../kit/remember.js';
import { successOf } from '../description/answered-ids.js';
import type { ApiDescription, ApiOperation } from '../description/description.js';
import { typeOf } from '../description/merged-schema.js';
import { referencedObject } from '../description/values.js';
import { hasOwnText } from '../examples/own-texts.js';

/** The members of an answer by their names, at any depth. */
interface NamedMembers {
  readonly names: ReadonlySet<string>;
  /** The names of objects whose members are not described; empty for the whole answer. */
  readonly open: ReadonlySet<string>;
}

/**
 * Whether the answer of an operation can have a member that a body marks with a text of the run. A
 * resource whose answers leave that member out cannot be shown to be the run's own.
 */
export function mayShowOwnText(
  api: ApiDescription,
  operation: ApiOperation,
  body: unknown,
): boolean {
  const { names, open } = membersOf(api)(operation);
  return markedPaths(body).some(
    (path) => open.has('') || names.has(path.at(-1) ?? '') || path.some((name) => open.has(name)),
  );
}

/** The names on the way to each text of the run in a body. */
function markedPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return hasOwnText(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((one) => markedPaths(one, path));
  return Object.entries(asObject(value)).flatMap(([name, one]) =>
    markedPaths(one, [...path, name]),
  );
}

const membersOf = remember((api: ApiDescription) =>
  remember((operation: ApiOperation): NamedMembers => {
    const [names, open] = [new Set<string>(), new Set<string>()];
    const seen = new Set<unknown>();
    const visit = (written: unknown, name: string): void => {
      const schema = referencedObject(api.document, written);
      const { properties, items, additionalProperties: more, allOf, oneOf, anyOf } = schema;
      const members = Object.entries(asObject(properties));
      const parts = [allOf, oneOf, anyOf, items === undefined ? [] : [items]].flatMap(asList);
      const isOpen =
        members.length + parts.length === 0 && typeOf({ type: 'object', ...schema }) === 'object';
      if (isOpen || typeof more === 'object') open.add(name);
      if (seen.has(schema)) return;
      seen.add(schema);
      for (const [inside, part] of members) {
        names.add(inside);
        visit(part, inside);
      }
      for (const part of parts) visit(part, name);
    };
    visit(successOf(operation)?.schema, '');
    return { names, open };
  }),
);
