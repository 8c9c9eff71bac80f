/** Requirements about ids that name nothing, because they are not of the documented form. */

import { successesOf } from '../description/answered-ids.js';
import type { Parameter } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { lastCreation } from '../resources/ownership.js';
import { type Plan, placeholder, type Use } from '../resources/plan.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { ruleOf } from './constraint-case.js';
import { shownIdOf } from './shown-ids.js';
import { statusOf } from './stored-values.js';

/** A value of another form: a word in place of a number or a UUID, and numbers like that of a resource. */
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
    ...planForm(plan, use, parameter, rule),
    ...(isNumber ? planLikeIds(plan, use, parameter) : []),
  ];
}

function lastOf({ operation: { path, parameters } }: Use): Parameter | undefined {
  const [, name] = /\{([^{}]+)\}[^{}/]*$/.exec(path) ?? [];
  return parameters.find((one) => one.place === 'path' && one.name === name);
}

function planForm(plan: Plan, use: Use, { name }: Parameter, rule: string) {
  const { operation, byQuery } = use;
  const about = {
    ...{ rule: ruleOf([name], rule), kind: 'constraints' as const },
    pointer: `${operation.pointer}/parameters`,
    statement: `${labelOf(use)} answers a client error when ${byQuery === undefined ? `{${name}}` : name} is of another form (${rule}).`,
    needs: [statusOf(use), `${use.name}.unknown`],
    families: ['form of ids'],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { last: 'not-an-id' });
    writer.authorize(operation);
    writer.send('When', operation, filled.path, { query: filled.query });
    writer.expect('a client error');
  });
}

/** Texts that careless queries take for the id of a resource. */
const careless = ['%', '0 OR 1=1'];

/** The least number that does not fit into 32 bits. */
const beyond32Bits = 2 ** 32;

/** An id that a careless server takes for that of a resource names none. */
function planLikeIds(plan: Plan, use: Use, { name }: Parameter) {
  const { operation } = use;
  const [creation, shown] = [lastCreation(plan, use), shownIdOf(plan, use)];
  if (creation?.jsonPath === undefined || shown === undefined) return [];
  const about = {
    ...{ rule: ruleOf([name], 'like'), kind: 'constraints' as const },
    pointer: `${operation.pointer}/parameters`,
    statement: `${labelOf(use)} finds nothing by a value of ${name} that is only like that of a resource.`,
    needs: [statusOf(use), `${use.name}.unknown`, `${use.name}.${ruleOf([name], 'type')}`],
    families: ['ids like others'],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use);
    const { value } = creation;
    writer.authorize(operation);
    const sendFor = (text: string, encoded = text) => {
      const at = (part: string, other: string) => part.replace(value, () => other);
      const query = Object.entries(filled.query).map(([key, one]) => [key, at(one, text)]);
      writer.send('When', operation, at(filled.path, encoded), {
        query: Object.fromEntries(query),
      });
    };
    for (const text of [`-${value}`, ...careless]) {
      sendFor(text, text.startsWith('-') ? text : encodeURIComponent(text));
      writer.expect('a client error');
    }
    sendFor('0');
    const table = [['the status is a client error'], [`${shown} is 0`]];
    writer.add('Then', 'one of these holds', { table });
    // Numbers that are longer still may not fit into 64 bits.
    writer.add('When', `the requirement applies only if ${value} is at most ${beyond32Bits}`);
    writer.add('When', `I remember ${value} plus ${beyond32Bits} as "longer"`);
    sendFor(placeholder('longer'));
    writer.expect('a client error');
  });
}
