/** Requirements about members whose values are unique, as the description of their schema says. */
import { asObject } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import { merged } from '../description/merged-schema.js';
import { hasOwnText, ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { ownAccountOf } from '../resources/own-account.js';
import { isPaged } from '../resources/paging.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import { listPathOf, type Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { ruleOf } from './constraint-case.js';
import { bodyIn, judgeValues, shownByElements, statusOf } from './stored-values.js';

/** Whatever a server answers to a value that is taken, no two resources have it. */
export function planUnique(plan: Plan, resource: Resource): readonly PlannedRequirement[] {
  const { create, lists, updates } = resource;
  const [list] = lists;
  if (list === undefined || isPaged(list) || ownAccountOf(plan, create) !== undefined) return [];
  return [create, ...updates.slice(0, 1)]
    .filter((sender) => !isLater(sender.operation))
    .flatMap((sender) =>
      uniqueMembers(plan, sender).flatMap((name) => planTaken(plan, resource, sender, list, name)),
    );
}

/** The members of a body with a text of the run that has to be unique. */
function uniqueMembers(plan: Plan, { operation }: Use): readonly string[] {
  const { properties } = merged(plan.api.document, operation.body?.schema);
  return Object.entries(asObject(properties)).flatMap(([name, part]) => {
    const { description } = merged(plan.api.document, part);
    return /^unique\b|\b(must|has to) be unique\b/i.test(String(description)) ? [name] : [];
  });
}

function planTaken(
  plan: Plan,
  resource: Resource,
  sender: Use,
  list: Use,
  name: string,
): readonly PlannedRequirement[] {
  const { create, reads } = resource;
  const [read] = reads;
  const isChange = sender !== create;
  const rule = ruleOf([name], 'unique');
  const mark = `${sender.name}-${rule}`;
  const taken = renameOwnTexts(bodyIn(plan, create, 0), '', `${mark}-taken`);
  const value = asObject(taken)[name];
  const other = isChange
    ? renameOwnTexts(bodyIn(plan, sender, 1), 'changed', `${mark}-other`)
    : renameOwnTexts(bodyIn(plan, sender, 0), '', `${mark}-other`);
  const body = { ...asObject(other), [name]: value };
  const found = listIn(plan, list);
  const isListed = Object.hasOwn(shownByElements(plan, create, list)?.pattern ?? {}, name);
  if (found === undefined || !isListed || !hasOwnText(value)) return [];
  const about = {
    ...{ rule, kind: 'constraints' as const, pointer: `${sender.operation.pointer}/requestBody` },
    statement: `${labelOf(sender)} makes no two resources with the same $.${name} (unique).`,
    needs: [
      ...[statusOf(sender), `${create.name}.stored`, `${create.name}.listed`],
      `${sender.name}.stored`,
    ],
  };
  return draft(plan, sender, about, (writer) => {
    // Its preparation makes the parents of both.
    const filled = writer.prepare(sender, isChange ? { mark } : {});
    const { path } = fillPath(plan, create.operation);
    writer.authorize(create.operation).cleanUpAfter(create, path);
    writer.send('Given', create.operation, path, { body: taken });
    writer.authorize(sender.operation).cleanUpAfter(sender, filled.path);
    writer.send('When', sender.operation, filled.path, { body, query: filled.query });
    writer.add('When', 'I remember the status as "status"');
    writer.authorize(list.operation, 'When').send('When', list.operation, listPathOf(plan, list));
    writer.expect('a success');
    const elements = `${found.path}[?@${step(name)} == ${quoted(value)}]`;
    writer.add('Then', `${elements} has 1 element`);
    if (!hasOwnText(other)) return;
    // What was rejected has no effect.
    writer.add('Then', 'the requirement applies only if ${status} is at least 400');
    if (!isChange)
      return void writer.add(
        'Then',
        `the text of the body does not contain "${ownTextOf(other, `${mark}-other`)}"`,
      );
    if (read === undefined) return;
    const created = renameOwnTexts(bodyIn(plan, create, 0), '', mark);
    const shown = shownValues(plan, create, created, objectsIn(plan, read));
    writer.authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.expect('a success');
    if (shown !== undefined) judgeValues(writer, shown);
  });
}

function quoted(value: unknown): string {
  return `'${String(value)}'`;
}
