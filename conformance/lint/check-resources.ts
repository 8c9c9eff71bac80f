/** Finds mistakes in the kinds of resources of `suite.yaml`. */
import { asList, asObject, type Json } from '../../kit/collections.js';
import { followReference } from '../../kit/json-pointer.js';
import { cut, nameFirst } from '../../kit/words.js';
import { listOperations } from '../openapi/operations.js';
import { readDescription } from '../openapi/read-description.js';
import { placesIn } from '../suite/load-suite.js';
import type { CatalogueFiles } from '../suite/requirements.js';
import { namingMemberOf } from '../suite/resource-kinds.js';
import type { Suite } from '../suite/suite.js';
import { findingAt, type LintFinding } from './finding.js';

/** Requirements that kinds of resources need and that do not exist. */
export function checkNeedsOfResources(
  { requirements }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const known = new Set(requirements.map(({ requirement }) => requirement.id));
  return suite.resources.flatMap(({ name, needs = [] }) => {
    const unknown = needs.filter((id) => !known.has(id));
    const place = placesIn(suite)(['resources', name, 'needs']);
    return unknown.map((id) =>
      findingAt(place, `resources.${name}.needs: there is no requirement ${id}.`),
    );
  });
}

/** Notes on members that no element of a list has, as the description says. */
export function checkResources(suite: Suite): readonly LintFinding[] {
  const { openapi, resources } = suite;
  const listed = resources.filter(({ list }) => list !== undefined);
  if (openapi === undefined || listed.length === 0) return [];
  const { document } = readDescription(openapi);
  return listed.flatMap((kind) => {
    const line = `GET ${cut(kind.list ?? '', '?')[0]}`;
    const known = membersOf(document, line);
    if (known === undefined) return [];
    const place = (key: string) => placesIn(suite)(['resources', kind.name, key]);
    const missing = (names: readonly string[]) => names.filter((one) => !known.has(one));
    const note = (key: string, member: string) => {
      const has = `the elements of ${line} have ${nameFirst([...known])}`;
      const sentence = `resources.${kind.name}.${key}: there is no member "${member}"; ${has}.`;
      return findingAt(place(key), sentence, 'note');
    };
    return [
      ...missing([namingMemberOf(kind)]).map((one) => note('item', one)),
      ...missing(kind.members).map((one) => note('members', one)),
    ];
  });
}

/** The members of the elements of a list; undefined when the description does not say. */
function membersOf(document: Json, line: string): ReadonlySet<string> | undefined {
  const found = listOperations(document).find(({ method, path }) => `${method} ${path}` === line);
  const answers = Object.entries(asObject(found?.operation.responses));
  const [, answer] = answers.find(([status]) => status.startsWith('2')) ?? [];
  const content = asObject(asObject(followReference(document, answer)).content);
  const [schema] = Object.entries(content).flatMap(([type, one]) =>
    /json/i.test(type) ? [asObject(one).schema] : [],
  );
  const elements = elementsOf(document, schema);
  const names = elements.flatMap((one) => Object.keys(propertiesOf(document, one)));
  return names.length === 0 ? undefined : new Set(names);
}

/** The schemas of the elements: of the array itself, or of the arrays in an object. */
function elementsOf(document: Json, schema: unknown): readonly unknown[] {
  const itemsOf = (part: unknown) => asObject(followReference(document, part)).items ?? [];
  const own = [itemsOf(schema)].flat();
  return own.length > 0 ? own : Object.values(propertiesOf(document, schema)).flatMap(itemsOf);
}

/** The properties of a schema and of the schemas that it combines. */
function propertiesOf(document: Json, schema: unknown, depth = 0): Json {
  const { properties, allOf, oneOf, anyOf } = asObject(followReference(document, schema));
  const parts = depth > 5 ? [] : [allOf, oneOf, anyOf].flatMap(asList);
  const inside = parts.map((part) => propertiesOf(document, part, depth + 1));
  return Object.assign({}, ...inside, asObject(properties));
}
