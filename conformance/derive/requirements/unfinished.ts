/** Documented answers for which the description shows no request: their scenarios are unfinished. */

import { groupBy } from '../../../kit/collections.js';
import { NoExample } from '../examples/example-value.js';
import type { Plan } from '../resources/plan.js';
import { draftOrSay } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf, pointerTo } from './answers.js';

/** An unfinished requirement for each documented error that no other requirement demands. */
export function planUnexplained(
  plan: Plan,
  planned: readonly PlannedRequirement[],
): readonly PlannedRequirement[] {
  const seen = new Set<object>();
  const byName = groupBy(planned, ({ id }) => id.split('.')[0] ?? '');
  return plan.uses.flatMap((use) => {
    const { operation } = use;
    if (seen.has(operation)) return [];
    seen.add(operation);
    const uses = plan.uses.filter((one) => one.operation === operation);
    const demanded = demandedStatuses(uses.flatMap(({ name }) => byName.get(name) ?? []));
    const missing = operation.answers.filter(
      ({ status }) => /^[34]\d\d$/.test(status) && status !== '429' && !demanded.has(status),
    );
    return missing.flatMap(({ status, text, ...answer }) => {
      const said = text === undefined ? '' : `: ${text.replace(/[.:]+$/, '')}`;
      const about = {
        ...{ rule: `answer.${status}`, kind: 'errors' as const },
        statement: `${labelOf(use)} answers ${status}${said}.`,
        pointer: pointerTo(operation, { ...answer, status, text }),
      };
      return draftOrSay(plan, use, about, () => {
        throw new NoExample(`the description does not show what makes a server answer ${status}`);
      });
    });
  });
}

/** The statuses that the requirements of an operation demand. */
function demandedStatuses(own: readonly PlannedRequirement[]): ReadonlySet<string> {
  const steps = own.flatMap(({ scenarios }) => scenarios.flatMap((one) => one.steps));
  const texts = steps.flatMap(({ text }) => (/^the status is (?!not )/.test(text) ? [text] : []));
  const exercised = own.flatMap(({ exercises }) => exercises);
  return new Set([...texts, ...exercised].flatMap((text) => text.match(/\b[345]\d\d\b/g) ?? []));
}
