/** Requirements about members that count what was created below a resource, such as `task_count`. */
import { asObject } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { partsOf } from '../description/paths.js';
import { renameOwnTexts } from '../examples/own-texts.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources, type Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { listIn, objectsIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { isExactInteger } from './actions.js';
import { labelOf } from './answers.js';
import { bodyIn, state, statusOf } from './stored-values.js';

/** What each resource counts of what is created below it. */
export function planCounters(plan: Plan): readonly PlannedRequirement[] {
  return findResources(plan).flatMap((resource) => planCounter(plan, resource));
}

/** `tasks` → `task_count`, `tasksCount`, `num_tasks`, `numberOfTasks`. */
function counterOf(collection: string): RegExp {
  const many = collection.replace(/[^a-z]/gi, '');
  const one = many.replace(/ies$/, 'y').replace(/s$/, '');
  return new RegExp(`^(?:(?:${many}|${one})_?count|num(?:ber)?_?(?:of_?)?${many})$`, 'i');
}

/** The place of the counter in what a use shows of the parent; undefined for none. */
function counterIn(plan: Plan, read: Use, collection: string): string | undefined {
  const expression = counterOf(collection);
  for (const { path, properties } of objectsIn(plan, read)) {
    const name = Object.keys(properties).find(
      (one) => expression.test(one) && isExactInteger(asObject(properties[one])),
    );
    if (name !== undefined) return `${path}${step(name)}`;
  }
  return undefined;
}

function planCounter(plan: Plan, { create, lists }: Resource): readonly PlannedRequirement[] {
  const { operation } = create;
  const parent = lastCreation(plan, create)?.operation;
  const [list] = lists;
  const found = list && listIn(plan, list);
  const read = plan.uses.find(
    (one) =>
      one.operation.method === 'GET' &&
      one.operation.path.endsWith('}') &&
      lastCreation(plan, one)?.operation === parent,
  );
  if (parent === undefined || read === undefined || found === undefined || list === undefined)
    return [];
  const place = counterIn(plan, read, partsOf(operation.path).at(-1) ?? '');
  const mark = `${create.name}-counted`;
  if (place === undefined) return [];
  const about = {
    ...{ rule: 'counted', kind: state },
    statement: `${labelOf(read)} counts what ${labelOf(create)} creates below it.`,
    needs: [
      ...[statusOf(create), statusOf(read), statusOf(list), `${read.name}.response.body`],
      ...[`${create.name}.listed`, `${list.name}.empty`],
    ],
  };
  return draft(plan, create, about, (writer) => {
    const filled = writer.prepare(create, { mark });
    writer.authorize(operation).cleanUpAfter(create, filled.path);
    const body = renameOwnTexts(bodyIn(plan, create, 0), '', mark);
    writer.send('Given', operation, filled.path, { body });
    writer.authorize(list.operation);
    writer.send('When', list.operation, fillPath(plan, list.operation).path);
    // What waits for an approval may not count.
    writer.add('Then', `the requirement applies only if ${found.path} has 1 element`);
    const item = fillPath(plan, read.operation);
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, item.path, { until: `${place} is 1` });
  });
}
