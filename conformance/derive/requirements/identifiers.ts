/** Requirements about values in paths that name nothing, because they are not of the documented form. */

import type { Parameter } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { type Plan, successesOf, type Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { ruleOf } from './constraint-case.js';
import { statusOf } from './stored-values.js';

/** A value of another form: a word in place of a number or a UUID. */
export function planIdentifiers(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation, byQuery } = use;
  const parameter = lastOf(use);
  const isRead = operation.method === 'GET' && successesOf(operation).length > 0;
  // The parameters of a query are judged with the other constraints.
  if (parameter === undefined || byQuery !== undefined || !isRead) return [];
  const schema = merged(plan.api.document, parameter.schema);
  const isNumber = ['integer', 'number'].includes(typeOf(schema));
  const rule = isNumber ? 'type' : schema.format === 'uuid' ? 'format' : undefined;
  if (rule === undefined || schema.enum !== undefined) return [];
  return planForm(plan, use, parameter, rule);
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
    statement: `${labelOf(use)} answers a client error when {${name}} is of another form (${rule}).`,
    needs: [statusOf(use), `${use.name}.unknown`],
    families: ['form of ids'],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { last: 'not-an-id' });
    writer.authorize(operation).send('When', operation, filled.path);
    writer.expect('a client error');
  });
}
