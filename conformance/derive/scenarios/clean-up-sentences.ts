/** The sentences by which the clean-up knows how to delete what a request creates. */

import type { ApiOperation } from '../description/description.js';
import { asSent, findOperation, operationName, partsOf } from '../description/paths.js';
import { queryOf, renderQuery } from '../examples/parameters.js';
import { accountFor, loginWithSent } from '../resources/own-account.js';
import type { Plan } from '../resources/plan.js';

/**
 * The sentence that names the deletion, and the one about its header; undefined where it needs none.
 *
 * @param path of the creating request
 * @param deletion the path that deletes what it creates
 */
export function cleanUpSentences(
  plan: Plan,
  operation: ApiOperation,
  path: string,
  deletion: string,
): readonly [string, string | undefined] {
  const removal = removalAt(plan, deletion);
  const place = removal === undefined ? deletion : asSent(removal, deletion);
  const hasQuery = removal === undefined || deletion.includes('?');
  const query = hasQuery ? '' : renderQuery(queryOf(plan.api, removal));
  const creation = `${operation.method} ${asSent(operation, path)}`;
  return [
    `what ${creation} creates is cleaned up with DELETE ${place}${query}`,
    removal && headerSentence(plan, operation, removal),
  ];
}

/** An account is deleted with its own token, which the answer that creates it has, or a login. */
function headerSentence(
  plan: Plan,
  operation: ApiOperation,
  removal: ApiOperation,
): string | undefined {
  const account = accountFor(plan, removal);
  if (account?.registration.operation !== operation) return undefined;
  const { name, value } = account.header;
  const text = JSON.stringify(value.replace('${value}', () => `\${${account.token}}`));
  const [, login] = account.requests;
  const before =
    login && `${operationName(login.operation)} ${JSON.stringify(loginWithSent(account))}`;
  const said = before === undefined ? 'have' : `log in with ${before} and have`;
  return `clean-ups ${said} the header ${name} ${text}`;
}

function removalAt({ api }: Plan, path: string): ApiOperation | undefined {
  const parts = partsOf(path.replace(/\$\{[^}]*\}/g, '{}').replace(/[?#].*$/, ''));
  return findOperation(api, 'DELETE', parts);
}
