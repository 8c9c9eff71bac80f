/** What all requirements about stored values have in common. */
import { labelOf } from './answers.js';
import { draft } from './draft.js';
import { NoExample } from './example-value.js';
import type { PlannedRequirement } from './model.js';
import { usualBody } from './own-account.js';
import type { Plan, Use } from './plan.js';
import { objectsIn, type ShownValues, shownValues } from './shown-values.js';
import type { Writer } from './writer.js';

/** The kind of requirements about what requests store, change and delete. */
export const state = 'state' as const;

/** Judges the values that an answer shows. */
export function judgeValues(writer: Writer, { path, pattern }: ShownValues): void {
  const inline = JSON.stringify(pattern);
  if (inline.length < 100 && !/[{[].*[{[].*[{[]/.test(inline))
    writer.add('Then', `${path} matches ${inline}`);
  else writer.add('Then', `${path} matches`, { below: JSON.stringify(pattern, undefined, 2) });
}

/** The id of the requirement that a use succeeds. */
export function statusOf({ name }: Use): string {
  return `${name}.response.status`;
}

/** The body of a use, in a variant that is possible. */
export function bodyIn(plan: Plan, use: Use, variant: number): unknown {
  try {
    return usualBody(plan, use, variant);
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

/** The answer to a request shows the values that it has sent. */
export function planShownByAnswer(
  plan: Plan,
  use: Use,
  variant: number,
): readonly PlannedRequirement[] {
  const shown = shownValues(plan, use, bodyIn(plan, use, variant), objectsIn(plan, use));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'response.values', kind: state },
    statement: `The answer to ${labelOf(use)} shows the values that were sent.`,
    needs: [statusOf(use), `${use.name}.response.body`],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'When');
    writer.add('Then', 'the requirement applies only if the status is a success');
    judgeValues(writer, shown);
  });
}
