/** Requirements that the further examples of a description work. */

import { successesOf } from '../description/answered-ids.js';
import { isWrittenAsJson, type NamedExample } from '../description/description.js';
import { kebab } from '../description/values.js';
import { ownExample } from '../examples/example-value.js';
import { hasOwnText, renameOwnTexts } from '../examples/own-texts.js';
import { isLogin } from '../resources/logins.js';
import { isAccountChange } from '../resources/own-account.js';
import { isUpdate } from '../resources/ownership.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import { findResources, type Resource } from '../resources/resource-uses.js';
import { fillPath } from '../resources/resources.js';
import { objectsIn, type ShownValues, shownValues } from '../resources/shown-values.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf, statusesOf } from './answers.js';
import { demandStored, judgeValues, statusOf } from './stored-values.js';

/** Words about examples that a server rejects. */
const rejected =
  /invalid|error|wrong|bad|fail|miss|reject|duplicate|conflict|taken|exist|unauth|forbid|not.?found/i;

/** Names of members whose values a server may have to know. */
const naming = /(^|[_-])(ids?|uuid|ref|href|key)$|[a-z](Ids?|ID|Uuid|Ref|Key)$|parent/;

/** What the examples after the first one show: each succeeds, and is stored as it is sent. */
export function planExamples(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { body, method } = use.operation;
  const isChange = isUpdate(plan, use);
  const isPossible = isChange || (method === 'POST' && !isLogin(use.operation));
  if (body === undefined || !isWrittenAsJson(body.mediaType) || !isPossible) return [];
  if (isAccountChange(plan, use) || isLater(use.operation)) return [];
  const resource = findResources(plan).find(({ create, updates }) =>
    [create, ...updates].includes(use),
  );
  if (resource === undefined) return [];
  return body.named
    .filter(({ value }) => value !== body.examples[0])
    .filter(({ name, summary = '' }) => !rejected.test(`${name} ${summary}`))
    .flatMap((one) => planExample(plan, resource, use, one));
}

function planExample(
  plan: Plan,
  resource: Resource,
  use: Use,
  { name, summary, value }: NamedExample,
) {
  const { operation } = use;
  const { create, reads } = resource;
  const schema = operation.body?.schema ?? {};
  const rule = `example.${kebab(name, 'example')}`;
  const mark = `${use.name}-${rule}`;
  const isChange = use !== create;
  const made = ownExample(plan.api, schema, value);
  const isNaming = Object.keys(Object(value)).some((one) => naming.test(one));
  if (made === undefined || isNaming || (!isChange && !hasOwnText(made))) return [];
  const body = renameOwnTexts(made, '', isChange ? `${mark}-changed` : mark);
  const about = {
    ...{ rule, kind: 'answers' as const, pointer: `${operation.pointer}/requestBody` },
    statement: `${labelOf(use)} succeeds with the example ${name}${summary === undefined ? '' : `: ${summary.replace(/\.$/, '')}`}.`,
    needs: [
      ...[statusOf(use), `${use.name}.response.body`, `${use.name}.response.values`],
      ...[`${use.name}.stored`, `${create.name}.stored`],
    ],
  };
  return draft(plan, use, about, (writer) => {
    const filled = writer.prepare(use, isChange ? { mark } : {});
    writer.authorize(operation).cleanUpAfter(use, filled.path);
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect(statusesOf(successesOf(operation)));
    writer.add('Then', 'the answer conforms to the OpenAPI description');
    judgeShown(writer, shownValues(plan, use, body, objectsIn(plan, use)), use);
    const [read] = reads;
    if (read === undefined) return;
    if (isChange) {
      const item = fillPath(plan, read.operation, { byQuery: read.byQuery });
      writer.authorize(read.operation, 'When');
      writer.send('When', read.operation, item.path, { query: item.query });
    } else if (!demandStored(plan, resource, writer, filled.path, body)) return;
    judgeShown(writer, shownValues(plan, use, body, objectsIn(plan, read)), use);
  });
}

/** Prose by which values do not stay what they are. */
const falsey = /\bfals(?:e|e?y)\b/i;

/** Judges the values that must be shown: those that the prose calls falsey may count as missing. */
function judgeShown(writer: Writer, shown: ShownValues | undefined, { operation }: Use): void {
  if (shown === undefined) return;
  const isKept = !falsey.test(`${operation.summary ?? ''} ${operation.description ?? ''}`);
  const entries = Object.entries(shown.pattern).filter(([, value]) => isKept || Boolean(value));
  if (entries.length > 0) judgeValues(writer, { ...shown, pattern: Object.fromEntries(entries) });
}
