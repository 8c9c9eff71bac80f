/** Requirements about requests that depend on an entity tag (RFC 9110 §13). */

import { successesOf } from '../description/answered-ids.js';
import type { ApiOperation } from '../description/description.js';
import { refusedMark, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { isUpdate } from '../resources/ownership.js';
import type { Plan, Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { labelOf } from './answers.js';
import { bodyIn, statusOf } from './stored-values.js';
import { changeBefore } from './updates.js';

/** Requests that are bound to an entity tag, where the description has their answers. */
export function planConditional(plan: Plan): readonly PlannedRequirement[] {
  return findResources(plan).flatMap(({ reads, updates, removals }) => {
    const [read] = reads.filter(({ operation }) => hasTag(operation));
    if (read === undefined) return [];
    return [
      ...planUnchanged(plan, read, updates[0]),
      ...[...updates, ...removals].flatMap((change) => [
        ...planBound(plan, read, change),
        ...planUnbound(plan, change),
      ]),
    ];
  });
}

function hasTag(operation: ApiOperation): boolean {
  return successesOf(operation).some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === 'etag'),
  );
}

const isDocumented = ({ operation }: Use, due: string) =>
  operation.answers.some(({ status }) => status === due);

/** Remembers the entity tag in the latest answer, when it has one. */
function rememberTag(writer: Writer): void {
  writer.add('Then', 'the requirement applies only if the header ETag is present');
  writer.add('When', 'I remember the header ETag as "tag"');
}

/** A representation that the client has already is not sent again, but another one is. */
function planUnchanged(
  plan: Plan,
  read: Use,
  update: Use | undefined,
): readonly PlannedRequirement[] {
  if (!isDocumented(read, '304')) return [];
  const { operation } = read;
  const about = {
    ...{ rule: 'if-none-match', kind: 'answers' as const },
    pointer: `${operation.pointer}/responses/304`,
    statement: `${labelOf(read)} answers 304 to the current entity tag, and to no other.`,
    needs: [statusOf(read), `${read.name}.response.headers`],
  };
  return draft(plan, read, about, (writer) => {
    const isChanged = update !== undefined && isUpdate(plan, update);
    const filled = isChanged
      ? writer.prepare(update, { mark: `${read.name}-tag` })
      : writer.prepare(read, { mark: `${read.name}-tag` });
    const get = () =>
      writer.send('When', operation, filled.path, { query: filled.query }) && undefined;
    writer.authorize(operation);
    get();
    rememberTag(writer);
    writer.add('When', 'I set the header If-None-Match to "${tag}"');
    get();
    writer.expect('304');
    writer.add('When', 'I set the header If-None-Match to "\\"${unique}\\""');
    get();
    writer.expect('a success');
    if (!isChanged) return;
    writer.add('When', 'I drop the header If-None-Match');
    changeBefore(plan, update, read, filled, writer);
    writer.add('When', 'I set the header If-None-Match to "${tag}"');
    get();
    writer.expect('a success');
  });
}

/** A change that is bound to another entity tag than the current one does nothing. */
function planBound(plan: Plan, read: Use, change: Use): readonly PlannedRequirement[] {
  if (!isDocumented(change, '412')) return [];
  const { operation } = change;
  const about = {
    ...{ rule: 'if-match', kind: 'answers' as const },
    pointer: `${operation.pointer}/responses/412`,
    statement: `${labelOf(change)} answers 412 to another entity tag than the current one, and does nothing.`,
    needs: [statusOf(change), statusOf(read), `${read.name}.response.headers`],
  };
  return draft(plan, change, about, (writer) => {
    const mark = `${change.name}-tag`;
    const filled = writer.prepare(change, { mark });
    const body = renameOwnTexts(bodyIn(plan, change, 1), 'changed', mark);
    writer.authorize(read.operation);
    writer.send('When', read.operation, filled.path, { query: filled.query });
    rememberTag(writer);
    // A weak entity tag never matches here (RFC 9110 §13.1.1).
    writer.add('When', 'the requirement applies only if the header ETag matches /^"/');
    writer.authorize(operation, 'When').cleanUpAfter(change, filled.path);
    writer.bindTo(`"\\"${uniqueText()}\\""`);
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect('412');
    writer.unbind().authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    writer.add('Then', `the header ETag is "\${tag}"`);
    writer.authorize(operation, 'When').bindTo('"${tag}"');
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect('a success');
    if (operation.method === 'DELETE') return;
    writer.unbind().authorize(read.operation, 'When');
    writer.send('When', read.operation, filled.path, { query: filled.query });
    // The change may have been one of values that the server keeps; else, the tag is an old one now.
    writer.add('When', 'the requirement applies only if the header ETag is not "${tag}"');
    writer.authorize(operation, 'When').bindTo('"${tag}"');
    writer.send('When', operation, filled.path, { body, query: filled.query });
    writer.expect('412');
  });
}

/** A change that is bound to no entity tag is rejected, where the description has the answer for it. */
function planUnbound(plan: Plan, change: Use): readonly PlannedRequirement[] {
  if (!isDocumented(change, '428')) return [];
  const { operation } = change;
  const about = {
    ...{ rule: 'if-match.required', kind: 'answers' as const },
    pointer: `${operation.pointer}/responses/428`,
    statement: `${labelOf(change)} answers 428 without the header If-Match.`,
    needs: [statusOf(change)],
  };
  return draft(plan, change, about, (writer) => {
    const filled = writer.prepare(change, { mark: refusedMark });
    writer.authorize(operation).cleanUpAfter(change, filled.path);
    const parts = { query: filled.query, withoutHeader: 'If-Match' };
    writer.send('When', operation, filled.path, parts);
    writer.expect('428');
  });
}
