/** Requirements about generated requests, where the operator wants some: `--examples 20`. */
import { asList, asObject, type Json, memberOf, valueAt } from '../../../kit/collections.js';
import { findMember, type MemberPath, withValueAt } from '../../../kit/member-path.js';
import { isWrittenAsJson } from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { asSent } from '../description/paths.js';
import { refersToOthers } from '../description/referred-ids.js';
import { refusalStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { bodyOf } from '../examples/bodies.js';
import { NoExample } from '../examples/example-value.js';
import { hasOwnText } from '../examples/own-texts.js';
import { creationBy } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';

/** The schemas that are followed into each other; what is deeper is left out. */
const deepest = 6;

/** Creations with bodies that the schema allows, and with such that it forbids. */
export function planGenerated(plan: Plan, use: Use, count: number): readonly PlannedRequirement[] {
  const { operation } = use;
  const { body, method } = operation;
  if (count < 1 || method !== 'POST' || body === undefined || !isWrittenAsJson(body.mediaType))
    return [];
  const statuses = (['a value is invalid', 'a required part is missing'] as const).map((wrong) =>
    refusalStatus(operation, wrong),
  );
  const [status] = new Set(statuses).size === 1 ? statuses : [];
  const needs = [`${use.name}.response.status`, `${use.name}.response.body`];
  const about = { kind: 'generated' as const, pointer: `${operation.pointer}/requestBody`, needs };
  const plain = `generated request${count === 1 ? '' : 's'} ${method}`;
  const valid = draft(
    plan,
    use,
    {
      ...{ ...about, rule: 'generated.valid' },
      statement: `Every valid ${labelOf(use)} that is generated is answered as described.`,
    },
    (writer) => {
      const filled = writer.prepare(use);
      const below = schemaText(plan, use);
      if (creationBy(plan, operation, filled.path)?.deletion === undefined)
        throw new NoExample('nothing deletes what is created');
      writer.authorize(operation).cleanUpAfter(use, filled.path);
      writer.add(
        'Then',
        `${count} ${plain} ${asSent(operation, filled.path)} ${count === 1 ? 'is' : 'are'} answered as described`,
        { below },
      );
    },
  );
  if (status === undefined) return valid;
  const broken = draft(
    plan,
    use,
    {
      ...{ ...about, rule: 'generated.invalid', needs: [...needs, `${use.name}.generated.valid`] },
      statement: `Every ${labelOf(use)} that is generated and breaks one constraint is rejected with ${status}.`,
    },
    (writer) => {
      const filled = writer.prepare(use);
      const below = schemaText(plan, use);
      writer.authorize(operation).cleanUpAfter(use, filled.path);
      const [breaks, is] = count === 1 ? ['breaks', 'is'] : ['break', 'are'];
      const sentence = `${count} ${plain} ${asSent(operation, filled.path)} that ${breaks} one constraint ${is} answered with ${status}`;
      writer.add('Then', sentence, { below });
    },
  );
  return [...valid, ...broken];
}

/**
 * The schema of a body without references, in which the run's unique texts have the places that they
 * have in the usual body.
 *
 * @throws NoExample when the usual body is not valid by it
 */
function schemaText(plan: Plan, use: Use): string {
  const { body } = use.operation;
  const example = bodyOf(plan.api, use.operation);
  if (refersToOthers(example)) throw new NoExample('other values would name resources of others');
  const path = findMember(example, ({ value }) => typeof value === 'string' && hasOwnText(value));
  if (body === undefined || path === undefined)
    throw new NoExample("the request has no free text for the run's marker");
  const whole = resolved(plan.api.document, body.schema, 0);
  if (!hasRequired(whole, path)) throw new NoExample('a body may lack its free text');
  return JSON.stringify(markedAll(plan, use, whole, example, []), undefined, 2);
}

/** Whether all bodies have a member. */
function hasRequired(schema: Json, [name, ...rest]: MemberPath): boolean {
  if (name === undefined) return true;
  const isRequired = asList(schema.required).includes(name);
  return isRequired && hasRequired(asObject(memberOf(schema.properties, name)), rest);
}

const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const textKeywords = ['format', 'pattern', 'minLength', 'maxLength'];
const listKeywords = ['minItems', 'maxItems', 'uniqueItems'];
const kept = ['type', 'enum', 'const', ...numberKeywords, ...textKeywords, ...listKeywords];

/** A schema merged with all that it refers to. */
function resolved(document: Json, schema: unknown, depth: number): Json {
  const whole = merged(document, schema);
  const own = Object.fromEntries(Object.entries(whole).filter(([name]) => kept.includes(name)));
  const type = whole.type ?? (whole.properties === undefined ? 'string' : 'object');
  const required = asList(whole.required).map(String);
  if ([type].flat().includes('array'))
    return { ...own, type, items: resolved(document, whole.items, depth + 1) };
  if (![type].flat().includes('object')) return own.enum === undefined ? { ...own, type } : own;
  const members = Object.entries(asObject(whole.properties)).flatMap(([name, part]) => {
    const isLeftOut = merged(document, part).readOnly === true || depth >= deepest;
    if (isLeftOut && !required.includes(name)) return [];
    if (depth >= deepest + 2) throw new NoExample('the schema contains itself');
    return [[name, resolved(document, part, depth + 1)] as const];
  });
  const names = members.map(([name]) => name);
  return {
    ...{ type, properties: Object.fromEntries(members) },
    required: required.filter((name) => names.includes(name)),
    ...(whole.additionalProperties === false ? { additionalProperties: false } : {}),
  };
}

/** The schema with a unique text in each place that has one in the usual body. */
function markedAll(plan: Plan, use: Use, schema: Json, example: unknown, path: MemberPath): Json {
  const value = valueAt(example, path);
  if (typeof value === 'string' && hasOwnText(value)) {
    const isValid = (text: string) =>
      use.operation.body !== undefined &&
      schemasOf(plan.api).problems(
        use.operation.body.schema,
        sampleOf(withValueAt(example, path, text)),
      ).length === 0;
    return { enum: [value, ...oddTexts.map((odd) => value + odd).filter(isValid)] };
  }
  const properties = Object.entries(asObject(schema.properties)).map(([name, part]) => [
    name,
    markedAll(plan, use, asObject(part), example, [...path, name]),
  ]);
  if (properties.length === 0) return schema;
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** What a text may end in. */
const oddTexts = [' é', ' 🎉', ` '"<b>`, ' %20\\\\', ' ---------'];
