/** Requirements about values in paths that name nothing, because they are not of the documented form. */
import { labelOf } from './answers.js';
import { ruleOf } from './constraint-case.js';
import type { Parameter } from './description.js';
import { draft } from './draft.js';
import { merged, typeOf } from './merged-schema.js';
import type { PlannedRequirement } from './model.js';
import { lastCreation } from './ownership.js';
import { type Plan, successesOf, type Use } from './plan.js';
import { statusOf } from './stored-values.js';

/** A value of another form, and one that begins with the id of a resource. */
export function planIdentifiers(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation, byQuery } = use;
  const parameter = byQuery ?? lastOf(use);
  const isRead = operation.method === 'GET' && successesOf(operation).length > 0;
  if (parameter === undefined || !isRead) return [];
  const schema = merged(plan.api.document, parameter.schema);
  const isNumber = ['integer', 'number'].includes(typeOf(schema));
  const rule = isNumber ? 'type' : schema.format === 'uuid' ? 'format' : undefined;
  if (rule === undefined || schema.enum !== undefined) return [];
  return [
    // Without an id the same requirement stands at the parameter of the query.
    ...(byQuery === undefined ? planForm(plan, use, parameter, rule) : []),
    ...planExact(plan, use, parameter, rule),
  ];
}

function lastOf({ operation: { path, parameters } }: Use): Parameter | undefined {
  const [, name] = /\{([^{}]+)\}[^{}/]*$/.exec(path) ?? [];
  return parameters.find((one) => one.place === 'path' && one.name === name);
}

function planForm(plan: Plan, use: Use, { name }: Parameter, rule: string) {
  const { operation } = use;
  const about = {
    ...{ rule: ruleOf([name], rule), kind: 'constraints' as const },
    pointer: `${operation.pointer}/parameters`,
    statement: `${labelOf(use)} answers a client error to a ${name} of another form (${rule}).`,
    needs: [statusOf(use), `${use.name}.unknown`],
    families: ['form of ids'],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { last: 'not-an-id' });
    writer.authorize(operation).send('When', operation, filled.path);
    writer.expect('a client error');
  });
}

/** What only begins with the id of a resource names nothing. */
function planExact(plan: Plan, use: Use, { name }: Parameter, form: string) {
  const { operation } = use;
  const creation = lastCreation(plan, use);
  if (creation?.jsonPath === undefined) return [];
  const about = {
    ...{ rule: ruleOf([name], 'exact'), kind: 'constraints' as const },
    pointer: `${operation.pointer}/parameters`,
    statement: `${labelOf(use)} answers a client error to a ${name} that only begins with the id of a resource.`,
    needs: [statusOf(use), `${use.name}.${ruleOf([name], form)}`, `${use.name}.unknown`],
    families: ['exact ids'],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use);
    const near = (text: string) => text.replace(creation.value, () => `${creation.value}x`);
    const query = Object.entries(filled.query).map(([key, value]) => [key, near(value)]);
    writer.authorize(operation);
    writer.send('When', operation, near(filled.path), { query: Object.fromEntries(query) });
    writer.expect('a client error');
  });
}
