/** Requirements about actions on a resource that can be undone, such as `POST /articles/{slug}/favorite`. */
import { asObject, type Json } from '../../../kit/collections.js';
import { step } from '../description/answered-ids.js';
import type { ApiOperation } from '../description/description.js';
import { partsOf } from '../description/paths.js';
import { accountFor } from '../resources/own-account.js';
import { lastCreation } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { objectsIn } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { accountNeeds } from './accounts.js';
import { labelOf } from './answers.js';
import { state, statusOf } from './stored-values.js';

/** `favorite` → `favorited`, `follow` → `following`, `star` → `isStarred`. */
function flagFor(verb: string, names: readonly string[]): string | undefined {
  const stem = verb
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/e$/, '');
  const expression = new RegExp(`^(?:is|has|was)?_?${stem}+(?:e?d|ing)$`, 'i');
  return stem.length < 3 ? undefined : names.find((name) => expression.test(name));
}

/** An action on a resource, and the use that undoes it. */
export interface Action {
  readonly use: Use;
  readonly undo: Use;
  /** The use that shows its effect. */
  readonly read: Use;
  /** The last segment of its path: `favorite`. */
  readonly verb: string;
  /** The object that shows it, the name of its flag there, and that of its counter. */
  readonly place: string;
  readonly flag: string;
  readonly counter: string | undefined;
  /** The operation that creates what it is about; undefined when nothing shows it. */
  readonly resource: ApiOperation | undefined;
}

/** The actions of a description that show in a flag, such as `favorited`. */
export function findActions(plan: Plan): readonly Action[] {
  return plan.uses.flatMap((use) => findAction(plan, use) ?? []);
}

function findAction(plan: Plan, use: Use): Action | undefined {
  const { operation } = use;
  const parts = partsOf(operation.path);
  const [verb = '', parent = ''] = [parts.at(-1), parts.at(-2)];
  const undo = plan.uses.find(
    (one) => one.operation.method === 'DELETE' && one.operation.path === operation.path,
  );
  const read = plan.uses.find(
    ({ operation: other }) =>
      other.method === 'GET' && other.path === `/${parts.slice(0, -1).join('/')}`,
  );
  const isAction = ['POST', 'PUT'].includes(operation.method) && operation.body === undefined;
  if (!isAction || undo === undefined || read === undefined || !parent.startsWith('{'))
    return undefined;
  const [shown] = objectsIn(plan, read).flatMap(({ path, properties }) => {
    const names = Object.keys(properties);
    const flag = flagFor(verb, names);
    const counter = counterFor(verb, names, properties);
    return flag === undefined ? [] : [{ place: path, flag, counter }];
  });
  const resource = lastCreation(plan, read)?.operation;
  return shown && { use, undo, read, verb, ...shown, resource };
}

/** `favorite` → `favoritesCount`, `favorite_count`. */
function counterFor(verb: string, names: readonly string[], properties: Json): string | undefined {
  const expression = new RegExp(`^${verb.replace(/[^a-z]/gi, '')}e?s?_?count$`, 'i');
  return names.find((name) => expression.test(name) && isExactInteger(asObject(properties[name])));
}

/** Whether a member is a number that is never late. */
export function isExactInteger({ type, description }: Json): boolean {
  return type === 'integer' && !/approx|estimat|eventual|delay/i.test(String(description ?? ''));
}

/** Actions below resources, with DELETE to undo them: `POST /articles/{slug}/favorite`. */
export function planActions(plan: Plan): readonly PlannedRequirement[] {
  return findActions(plan).flatMap((action) => [
    ...planFlag(plan, action, { use: action.use, isDone: true }),
    ...planFlag(plan, action, { use: action.undo, isDone: false }),
    ...planTwice(plan, action),
    ...planPersonal(plan, action),
  ]);
}

function planFlag(
  plan: Plan,
  { use: doing, read, place, flag, counter }: Action,
  { use, isDone }: { readonly use: Use; readonly isDone: boolean },
): readonly PlannedRequirement[] {
  const about = {
    ...{ rule: 'shown', kind: state },
    statement: `${labelOf(read)} shows the effect of ${labelOf(use)}: ${place}${step(flag)} is ${isDone}.`,
    needs: [
      ...[statusOf(use), statusOf(read), `${read.name}.response.body`, `${use.name}.response.body`],
      ...(isDone ? [] : [statusOf(doing)]),
    ],
  };
  // Nobody else knows the resource, so that only this account is counted.
  const judge = (writer: Writer) => {
    writer.add('Then', `the requirement applies only if ${place}${step(flag)} is present`);
    writer.add('Then', `${place}${step(flag)} is ${isDone}`);
    if (counter !== undefined) writer.add('Then', `${place}${step(counter)} is ${isDone ? 1 : 0}`);
  };
  const isAnswered = objectsIn(plan, use).some(
    ({ path, properties }) => path === place && Object.hasOwn(properties, flag),
  );
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { mark: `${use.name}-shown` });
    writer.authorize(use.operation);
    if (!isDone) writer.send('Given', doing.operation, filled.path);
    writer.send('When', use.operation, filled.path);
    writer.applyOnlyIfAccepted();
    if (isAnswered) judge(writer);
    writer.send('When', read.operation, filled.path.replace(/\/[^/]*$/, ''));
    judge(writer);
  });
}

/** An account that acts twice is counted once, unless the second time is rejected. */
function planTwice(plan: Plan, { use, read, place, flag, counter }: Action) {
  if (counter === undefined) return [];
  const about = {
    ...{ rule: 'twice', kind: state },
    statement: `${labelOf(read)} counts an account once that sends ${labelOf(use)} twice.`,
    needs: [`${use.name}.shown`],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { mark: `${use.name}-twice` });
    writer.authorize(use.operation);
    writer.send('Given', use.operation, filled.path);
    writer.send('When', use.operation, filled.path);
    writer.send('When', read.operation, filled.path.replace(/\/[^/]*$/, ''));
    writer.add('Then', `the requirement applies only if ${place}${step(flag)} is true`);
    writer.add('Then', `${place}${step(counter)} is 1`);
  });
}

/**
 * What an account has done shows to that account alone, where accounts are counted, or where the
 * action is about an account.
 */
function planPersonal(plan: Plan, action: Action): readonly PlannedRequirement[] {
  const { use, read, place, flag, counter, resource } = action;
  const account = accountFor(plan, use.operation);
  const isOfAccounts = counter !== undefined || resource === account?.registration.operation;
  if (account === undefined || !isOfAccounts) return [];
  const about = {
    ...{ rule: 'personal', kind: state },
    statement: `${labelOf(read)} shows the effect of ${labelOf(use)} to no other account.`,
    needs: [`${use.name}.shown`, ...accountNeeds(plan)],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, { mark: `${use.name}-personal` });
    writer.authorize(use.operation).send('Given', use.operation, filled.path);
    writer.actAs(account, `${use.name}-other`);
    writer.send('When', read.operation, filled.path.replace(/\/[^/]*$/, ''));
    writer.applyOnlyIfAccepted();
    writer.add('Then', `${place}${step(flag)} is false`);
  });
}
