/** Requirements about accounts that scenarios register: what they see, and what others see of them. */

import { operationName } from '../description/paths.js';
import { ownTextOf, renameOwnTexts } from '../examples/own-texts.js';
import { findAccounts } from '../resources/logins.js';
import { accountFor, accountReader } from '../resources/own-account.js';
import { longestPage } from '../resources/paging.js';
import { isLater, type Plan, successIds, type Use } from '../resources/plan.js';
import { findResources, type Resource } from '../resources/resource-uses.js';
import { listIn, objectsIn, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import { labelOf } from './answers.js';
import { planRest } from './kept-members.js';
import { bodyIn, judgeValues, planShownByAnswer, statusOf } from './stored-values.js';
import { planUpdated } from './updates.js';

/** The account of the credential, and what accounts see of each other. */
export function planAccounts(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...plan.uses.flatMap((use) => planOwn(plan, use)),
    ...planToken(plan),
    ...planTwice(plan),
    ...findResources(plan).flatMap((resource) => planHidden(plan, resource)),
  ];
}

/** The use that registers accounts. */
export function registering(plan: Plan): Use | undefined {
  const { registration } = findAccounts(plan.api);
  return plan.uses.find(({ operation }) => operation === registration?.operation);
}

/** The requests that scenarios register accounts with. */
export function accountNeeds(plan: Plan): readonly string[] {
  const use = registering(plan);
  if (use === undefined) return [];
  const read = readerOf(plan);
  return [...successIds([use]), ...(read === undefined ? [] : [`${read.name}.account`])];
}

/** The use that shows the account of a credential. */
function readerOf(plan: Plan): Use | undefined {
  return plan.uses.find(
    (one) => one.operation.method === 'GET' && accountReader(plan, one) === one,
  );
}

/** `GET /user` shows the account, `PUT /user` stores its changes, and `DELETE /user` deletes it. */
function planOwn(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const read = accountReader(plan, use);
  const sender = registering(plan);
  if (read === undefined || sender === undefined) return [];
  if (use.operation.method === 'DELETE') return planClosed(plan, use, read);
  if (read !== use) {
    return [
      ...planShownByAnswer(plan, use, 1),
      ...planUpdated(plan, use, read),
      ...planRest(plan, sender, use, read),
    ];
  }
  const { operation } = use;
  const account = accountFor(plan, operation);
  if (account === undefined) return [];
  const mark = `${use.name}-account`;
  const body = renameOwnTexts(account.registration.body, '', mark);
  const shown = shownValues(plan, sender, body, objectsIn(plan, use));
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'account', kind: 'login' as const },
    statement: `${labelOf(use)} shows the account of the credential.`,
    needs: [statusOf(use), `${use.name}.response.body`, ...accountNeeds(plan)],
  };
  return draft(plan, use, about, (writer) => {
    writer.actAs(account, mark).send('When', operation, operation.path);
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

/** After `DELETE /user`, its token shows no account. */
function planClosed(plan: Plan, use: Use, read: Use): readonly PlannedRequirement[] {
  const about = {
    ...{ rule: 'gone', kind: 'state' as const },
    statement: `${labelOf(read)} does not show the account that ${labelOf(use)} has deleted.`,
    needs: [statusOf(use), statusOf(read), ...accountNeeds(plan)],
  };
  return draft(plan, use, about, (writer) => {
    const { path } = writer.perform(use, 'Given');
    const until = isLater(use.operation) ? { until: 'the status is a client error' } : {};
    writer.send('When', read.operation, path, until);
    writer.expect('a client error');
  });
}

/** The token of a login is that of the account. */
function planToken(plan: Plan): readonly PlannedRequirement[] {
  const { login } = findAccounts(plan.api);
  const use = plan.uses.find(({ operation }) => operation === login?.operation);
  const read = readerOf(plan);
  const [account, sender] = [read && accountFor(plan, read.operation), registering(plan)];
  if (!login?.token || !use || !read || !account || !sender) return [];
  // Then all requests of accounts carry the token of a login.
  if (account.requests.length > 1) return [];
  const mark = `${use.name}-token`;
  const shown = shownValues(
    plan,
    sender,
    renameOwnTexts(account.registration.body, '', mark),
    objectsIn(plan, read),
  );
  if (shown === undefined) return [];
  const about = {
    ...{ rule: 'token', kind: 'login' as const },
    statement: `The token of ${labelOf(use)} is that of the account.`,
    needs: [`${use.name}.response.status`, `${use.name}.response.body`, `${read.name}.account`],
  };
  return draft(plan, use, about, (writer) => {
    const { token = '' } = login;
    writer.actAs(account, mark).unauthorize();
    const body = renameOwnTexts(login.body, '', mark);
    writer.send('When', login.operation, login.operation.path, { body });
    writer.applyOnlyIfAccepted();
    writer.carryToken(account.header, token, 'When');
    writer.send('When', read.operation, read.operation.path);
    writer.expect('a success');
    judgeValues(writer, shown);
  });
}

/** An account is registered once, when the description has an answer for conflicts. */
function planTwice(plan: Plan): readonly PlannedRequirement[] {
  const use = registering(plan);
  if (use === undefined) return [];
  const { operation } = use;
  if (!operation.answers.some(({ status }) => status === '409')) return [];
  const about = {
    ...{ rule: 'twice', kind: 'login' as const },
    statement: `${labelOf(use)} is rejected when the account exists already.`,
    needs: accountNeeds(plan),
    exercises: [`${operationName(operation)} 409`],
  };
  return draft(plan, use, about, (writer) => {
    writer.perform(use, 'Given');
    writer.send('When', operation, operation.path);
    writer.expect('a client error');
  });
}

/** What an account must not read is not in its list either. */
function planHidden(plan: Plan, { create, reads, lists }: Resource): readonly PlannedRequirement[] {
  const read = reads.find(({ operation }) =>
    operation.answers.some(({ status }) => status === '403'),
  );
  if (read === undefined) return [];
  return lists.flatMap((list) => {
    const account = accountFor(plan, list.operation);
    if (account === undefined || listIn(plan, list) === undefined) return [];
    const mark = `${list.name}-hidden`;
    const about = {
      ...{ rule: 'security.other-user', kind: 'security' as const },
      statement: `${labelOf(list)} shows nothing that belongs to another account.`,
      needs: [statusOf(list), `${create.name}.listed`, `${read.name}.security.other-user`],
    };
    return draft(plan, list, about, (writer) => {
      const filled = writer.perform(create, 'Given');
      writer.actAs(account, mark);
      writer.send('When', list.operation, filled.path, { query: longestPage(list) });
      writer.applyOnlyIfAccepted();
      const text = ownTextOf(bodyIn(plan, create, 0));
      writer.add('Then', `the text of the body does not contain "${text}"`);
    });
  });
}
