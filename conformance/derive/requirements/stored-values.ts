/** What all requirements about stored values have in common. */
import { asObject } from '../../../kit/collections.js';
import { isWrittenAsJson } from '../description/description.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { NoExample } from '../examples/example-value.js';
import { membersIn } from '../examples/members.js';
import { hasOwnText, renameOwnTexts } from '../examples/own-texts.js';
import { without } from '../resources/logins.js';
import { usualBody } from '../resources/own-account.js';
import { creationBy, lastCreation } from '../resources/ownership.js';
import { type Plan, successesOf, successIds, type Use } from '../resources/plan.js';
import { step } from '../resources/resource-ids.js';
import type { Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { listIn, objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { fullBody } from '../resources/spare-members.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf, statusesOf } from './answers.js';

/** The kind of requirements about what requests store, change and delete. */
export const state = 'state' as const;

/** Judges the values that an answer shows. */
export function judgeValues(writer: Writer, { path, pattern, lists = {} }: ShownValues): void {
  const inline = JSON.stringify(pattern);
  if (inline.length < 100 && !/[{[].*[{[].*[{[]/.test(inline))
    writer.add('Then', `${path} matches ${inline}`);
  else writer.add('Then', `${path} matches`, { below: JSON.stringify(pattern, undefined, 2) });
  for (const [name, texts] of Object.entries(lists))
    writer.add(
      'Then',
      `the elements of ${path}${step(name)} are ${JSON.stringify(texts)} in any order`,
    );
}

/** The values of a creation that the elements of a list show. */
export function shownByElements(plan: Plan, create: Use, list: Use): ShownValues | undefined {
  const element = listIn(plan, list)?.element ?? {};
  const objects = [{ path: '$', properties: asObject(element.properties), required: [] }];
  return shownValues(plan, create, bodyIn(plan, create, 0), objects);
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

/** The body of a creation with all its members; undefined when none is possible. */
export function fullBodyIn(plan: Plan, create: Use): unknown {
  try {
    return fullBody(plan, create);
  } catch (error) {
    if (error instanceof NoExample) return undefined;
    throw error;
  }
}

/** A body that lacks a required member, and by which the run recognizes what is stored all the same. */
export function incompleteBody(plan: Plan, use: Use): unknown {
  const { body } = use.operation;
  if (body === undefined || !isWrittenAsJson(body.mediaType)) return undefined;
  const example = renameOwnTexts(bodyIn(plan, use, 0), '', 'refused');
  return membersIn(plan.api.document, body.schema, example)
    .filter((one) => one.isRequired)
    .map(({ path }) => without(example, path))
    .find(
      (one) =>
        hasOwnText(one) && schemasOf(plan.api).problems(body.schema, sampleOf(one)).length > 0,
    );
}

/**
 * Remembers the id of what the latest request created, and goes on only when a GET shows it: what is
 * not stored is not in lists either.
 *
 * @param path of the creating request
 * @param sent its body
 * @returns whether the latest answer is that of the GET
 */
export function demandStored(
  plan: Plan,
  { create, reads }: Resource,
  writer: Writer,
  path: string,
  sent: unknown = bodyIn(plan, create, 0),
): boolean {
  const [read] = reads;
  const known = read === undefined ? undefined : lastCreation(plan, read);
  const creation = known ?? creationBy(plan, create.operation, path);
  if (creation?.jsonPath === undefined) return false;
  writer.add('Given', `I remember ${creation.jsonPath} as "${creation.name}"`);
  if (read === undefined) return false;
  writer.actAsCreated(read, { ...creation, body: sent });
  demandShown(plan, read, writer);
  return true;
}

function demandShown(plan: Plan, read: Use, writer: Writer): void {
  const { path, query } = fillPath(plan, read.operation, { byQuery: read.byQuery });
  for (const id of successIds([read])) writer.needs.add(id);
  writer.authorize(read.operation, 'When');
  writer.send('When', read.operation, path, { query, isShared: true });
  writer.add('Then', 'the requirement applies only if the status is a success');
}

/** The answer to a request shows the values that it has sent. */
export function planShownByAnswer(
  plan: Plan,
  use: Use,
  variant: number,
  needs: readonly string[] = [],
): readonly PlannedRequirement[] {
  const shown = shownValues(plan, use, bodyIn(plan, use, variant), objectsIn(plan, use));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'response.values', kind: state },
    statement: `The answer to ${labelOf(use)} shows the values that were sent.`,
    needs: [statusOf(use), `${use.name}.response.body`, ...needs],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'When');
    const due = statusesOf(successesOf(use.operation));
    writer.add('Then', `the requirement applies only if the status is ${due}`);
    judgeValues(writer, shown);
  });
}
