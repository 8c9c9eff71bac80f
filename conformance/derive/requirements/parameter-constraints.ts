/** Requirements about requests whose query or headers break one constraint of the description. */

import { asList } from '../../../kit/collections.js';
import type { Parameter } from '../description/description.js';
import { merged, typeOf } from '../description/merged-schema.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { constraintsOf, type RowValue } from '../examples/members.js';
import type { Plan, Use } from '../resources/plan.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { type ConstraintCase, planCase, ruleOf } from './constraint-case.js';

/** A constraint for each keyword of a parameter, and that it is there. */
export function planParameter(
  plan: Plan,
  use: Use,
  parameter: Parameter,
): readonly PlannedRequirement[] {
  const { name, place, isRequired } = parameter;
  if (place === 'header') return planHeader(plan, use, parameter);
  if (place !== 'query' || name === use.byQuery?.name) return [];
  const pointer = `${use.operation.pointer}/parameters`;
  const rows = rowsOf(plan, parameter).filter(
    (one) =>
      one.keyword !== 'items' &&
      'json' in one.wrong &&
      ['string', 'number'].includes(typeof one.wrong.json) &&
      one.wrong.json !== '' &&
      isBroken(plan, parameter, one.wrong.json),
  );
  const cases = rows.map(
    (one): ConstraintCase => ({
      ...{ rule: ruleOf([name], one.rule), pointer, wrong: 'a value is invalid' },
      statement: `a request in which ${name} ${one.broken} (${one.keyword})`,
      right: one.right && { query: { [name]: textIn(one.right) } },
      parts: { query: { [name]: textIn(one.wrong) } },
    }),
  );
  const missing: readonly ConstraintCase[] =
    isRequired && parameter.schema.default === undefined && isWritten(plan, parameter)
      ? [
          {
            ...{ rule: ruleOf([name], 'required'), pointer, wrong: 'a required part is missing' },
            ...{ statement: `a request without ${name}`, right: undefined },
            parts: { withoutQuery: name },
          },
        ]
      : [];
  return [...missing, ...cases].flatMap((one) => planCase(plan, use, one));
}

/** A header that a request must have. */
function planHeader(plan: Plan, use: Use, { name, isRequired }: Parameter) {
  // A missing precondition has a status of its own.
  if (!isRequired || /^(accept|content-type|authorization|if-.*)$/i.test(name)) return [];
  return planCase(plan, use, {
    ...{ rule: ruleOf([name], 'required'), pointer: `${use.operation.pointer}/parameters` },
    ...{ statement: `a request without the header ${name}`, right: undefined },
    ...{ wrong: 'a required part is missing', parts: { withoutHeader: name } },
  });
}

function textIn(value: RowValue): string {
  return 'json' in value ? String(value.json) : '';
}

/** Whether each value of a required parameter is seen: an object without members may be nothing at all. */
function isWritten({ api: { document } }: Plan, { schema, style, isExploded }: Parameter): boolean {
  const whole = merged(document, schema);
  const isSpread = style === 'deepObject' || (style !== 'json' && isExploded);
  return !isSpread || typeOf(whole) !== 'object' || asList(whole.required).length > 0;
}

/** The constraints of a parameter, or of the items of a list: a text alone is a list of one item. */
function rowsOf({ api: { document } }: Plan, { schema, style }: Parameter) {
  const whole = merged(document, schema);
  const type = style === 'json' ? 'object' : typeOf(whole);
  if (type === 'object') return [];
  if (type !== 'array') return constraintsOf(whole);
  const items = merged(document, whole.items);
  const isPlain = !['array', 'object'].includes(typeOf(items));
  return isPlain && Number(whole.minItems ?? 0) < 2
    ? constraintsOf(items).map((row) => ({ ...row, broken: `has an item that ${row.broken}` }))
    : [];
}

/** A text in a query is a number when its schema wants one. */
function isBroken(plan: Plan, { schema }: Parameter, value: unknown): boolean {
  const whole = merged(plan.api.document, schema);
  const isList = typeOf(whole) === 'array';
  const { type } = isList ? merged(plan.api.document, whole.items) : whole;
  const isNumber = typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
  const read = sampleOf(isNumber && type !== 'string' ? Number(value) : value);
  return schemasOf(plan.api).problems(schema, isList ? [read] : read).length > 0;
}
