/** Requirements about requests for resources that do not exist, and about the form of errors. */

import type { ApiOperation, DocumentedAnswer, Parameter } from '../description/description.js';
import { isSamePath } from '../description/paths.js';
import { unauthorizedStatus, unknownStatus } from '../description/refusals.js';
import { sampleOf, schemasOf } from '../description/request-schemas.js';
import { kebab } from '../description/values.js';
import { NoExample } from '../examples/example-value.js';
import { refusedMark, renameOwnTexts, uniqueText } from '../examples/own-texts.js';
import { isAccountChange, ownAccountOf, usualBody } from '../resources/own-account.js';
import { isUpdate, lastCreation, resourceName } from '../resources/ownership.js';
import { isLater, type Plan, type Use } from '../resources/plan.js';
import { findResources } from '../resources/resource-uses.js';
import { type FilledPath, isCreatingPut, isReading } from '../resources/resources.js';
import { draft } from '../scenarios/draft.js';
import type { PlannedRequirement } from '../scenarios/model.js';
import type { Writer } from '../scenarios/writer.js';
import { dueHeadersOf, familiesOfHeaders, labelOf, pointerTo } from './answers.js';
import { inventedFor, isChanging, isGuarded, markOf, refusedBody } from './security.js';
import { incompleteBody } from './stored-values.js';

/** Prose by which a request for what does not exist succeeds. */
const tolerant =
  /does not check|every id|even if|regardless|idempotent|whether or not|no matter|already (?:gone|deleted)/i;

/** The answer to a request for an unknown resource. */
export function planUnknown(plan: Plan, use: Use): readonly PlannedRequirement[] {
  const { operation } = use;
  const status = statusOfUnknown(plan, use);
  const isIdentified = use.byQuery !== undefined || /\{/.test(operation.path);
  if (status === undefined || !isIdentified || isCreatingPut(operation)) return [];
  // A PUT may create what no POST does.
  const isUpsert = operation.method === 'PUT' && lastCreation(plan, use) === undefined;
  if (isUpsert && unknownStatus(operation) === 'a client error') return [];
  // A DELETE may succeed for every id, unless an answer is about those that lead to nothing.
  const isNamed = status !== 'a client error';
  const mayTolerate = !isNamed || tolerant.test(operation.description ?? '');
  if (operation.method === 'DELETE' && mayTolerate) return [];
  const about = {
    ...{ rule: 'unknown', kind: 'errors' as const },
    statement: `${labelOf(use)} is answered with ${status} when the resource does not exist.`,
    needs: [`${use.name}.response.status`, ...removedBefore(plan, use)],
    families: ['unknown', `unknown ${resourceName(plan, use)}`],
  };
  return draft(plan, use, about, (writer) => {
    sendUnknown(plan, use, writer);
    writer.expect(status);
  });
}

/** The body of a request for a resource that does not exist, with texts that nothing else stores. */
export function unknownBody(plan: Plan, use: Use): unknown {
  return renameOwnTexts(usualBody(plan, use, isUpdate(plan, use) ? 1 : 0), 'changed', unknownName);
}

/**
 * A server may forbid an account whatever is about another one, even when there is none, and ids may have
 * a form that the description does not state.
 */
function statusOfUnknown(plan: Plan, use: Use): string | undefined {
  const { operation } = use;
  const status = unknownStatus(operation);
  if (status === undefined || !/^\d/.test(status)) return status;
  const isPossible = (other: string) => operation.answers.some((one) => one.status === other);
  const isOfAccount = isPossible('403') && ownAccountOf(plan, use) !== undefined;
  const parameter = identifyingOf(use);
  const mayBeFormed = isPossible('400') && parameter !== undefined && isPlainText(parameter);
  const others = [...(isOfAccount ? ['403'] : []), ...(mayBeFormed ? ['400'] : [])];
  return [status, ...others.filter((one) => one !== status)].join(' or ');
}

/** The requirements that what a request for an unknown resource is about has been deleted. */
function removedBefore(plan: Plan, use: Use): readonly string[] {
  const isRead = isReading(use.operation.method);
  const removal = isRead ? formedRemoval(plan, use) : removalOf(plan, use);
  return removal === undefined ? [] : [`${removal.name}.gone`, `${removal.name}.unlisted`];
}

/** Sends a request for a resource that does not exist, once for all scenarios. */
export function sendUnknown(plan: Plan, use: Use, writer: Writer): FilledPath {
  const { operation } = use;
  const removal = removalBefore(plan, use);
  const account = removal && ownAccountOf(plan, removal);
  // The token of an account may end with it: another one is sent, whose account is the scenario's own.
  if (account !== undefined) writer.actAs(account, `${use.name}-unknown`);
  // Where a PUT creates it again, others must not look at it.
  const own = operation.method === 'PUT' ? `${use.name}-unknown` : undefined;
  const filled =
    removal === undefined || account !== undefined
      ? writer.prepare(use, { last: unknownId(plan, use) })
      : writer.perform(removal, 'Given', own);
  const parts = { query: filled.query, body: unknownBody(plan, use), isShared: true };
  writer.authorize(operation).cleanUpAfter(use, filled.path);
  writer.send('When', operation, filled.path, parts);
  return filled;
}

/**
 * The use that deletes what a request for an unknown resource is about: what the run itself has deleted
 * exists no more, and belonged to nobody else.
 *
 * @returns undefined for a request that needs none
 * @throws NoExample when it needs one that does not show that
 */
function removalBefore(plan: Plan, use: Use): Use | undefined {
  const { operation, byQuery } = use;
  if (isReading(operation.method)) return formedRemoval(plan, use);
  const isChange = byQuery !== undefined || operation.path.endsWith('}');
  // A POST is not sent for what another request has named, unless a GET shows it.
  const isSendable = isChange && operation.method !== 'POST';
  const found = isSendable ? removalOf(plan, use) : undefined;
  const isOfPath = found && isSamePath(found.operation.path, operation.path);
  const removal = isOfPath ? found : undefined;
  if (isChange && removal === undefined && unknownId(plan, use) !== unknownText)
    throw new NoExample('nothing shows that the resource belongs to nobody');
  if (byQuery !== undefined && removal === undefined)
    throw new NoExample('no request deletes what it is about');
  if (removal === undefined) return undefined;
  if (byQuery !== undefined && ownAccountOf(plan, removal) !== undefined)
    throw new NoExample('the token of an account may end with it');
  if (isLater(removal.operation)) throw new NoExample('what is deleted may still be there');
  return removal;
}

/** The use that deletes what is read next, where only a deleted id has the form of ids for certain. */
function formedRemoval(plan: Plan, use: Use): Use | undefined {
  const { operation, byQuery } = use;
  const parameter = identifyingOf(use);
  const isPlain = parameter !== undefined && isPlainText(parameter);
  const removal = removalOf(plan, use);
  const isOfPath = removal !== undefined && isSamePath(removal.operation.path, operation.path);
  if (!isPlain || !isOfPath || byQuery !== undefined || isLater(removal.operation))
    return undefined;
  return ownAccountOf(plan, removal) === undefined ? removal : undefined;
}

/** The use that deletes what another one is about. */
export function removalOf(plan: Plan, use: Use): Use | undefined {
  const creating = lastCreation(plan, use)?.operation;
  const resource = findResources(plan).find(({ create }) => create.operation === creating);
  return resource?.removals[0];
}

/** The name of the texts in a request for a resource that does not exist. */
export const unknownName = 'unknown';

/** A text that no resource is named by. */
const unknownText = uniqueText(unknownName);

/**
 * A value of the identifying parameter that no resource has.
 *
 * @throws NoExample when none can be derived
 */
export function unknownId(plan: Plan, use: Use): string {
  const parameter = identifyingOf(use);
  if (parameter === undefined) throw new NoExample('no parameter identifies the resource');
  const found = ['2147483647', '00000000-0000-4000-8000-000000000000', unknownText]
    .sort((a) => (isPlainText(parameter) && a === unknownText ? -1 : 0))
    .find((one) => fits(plan, parameter, one));
  if (found === undefined || parameter.schema.enum !== undefined)
    throw new NoExample(`no unused {${parameter.name}} can be derived`);
  return found;
}

/** The parameter that names what a use is about. */
function identifyingOf({ operation, byQuery }: Use): Parameter | undefined {
  const name = [...operation.path.matchAll(/\{([^{}]+)\}/g)].at(-1)?.[1];
  return byQuery ?? operation.parameters.find((one) => one.place === 'path' && one.name === name);
}

function isPlainText({ schema: { type = 'string', format, pattern } }: Parameter): boolean {
  return type === 'string' && format === undefined && pattern === undefined;
}

function fits(plan: Plan, { schema }: Parameter, text: string): boolean {
  const types = [schema.type].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  const value = isNumber && /^\d+$/.test(text) ? Number(text) : sampleOf(text);
  return schemasOf(plan.api).problems(schema, value).length === 0;
}

/** A documented error, with a way to provoke it. */
interface Provoked {
  readonly use: Use;
  readonly answer: DocumentedAnswer;
  readonly status: string;
  /** Default: none */
  readonly tags?: readonly string[];
  provoke(writer: Writer): void;
}

/** One requirement for each form of errors: an error that is wrong everywhere fails once. */
export function planErrorForms(plan: Plan): readonly PlannedRequirement[] {
  const forms = new Map<string, Provoked[]>();
  for (const one of plan.uses.flatMap((use) => provocations(plan, use))) {
    const key = formOf(one.answer);
    forms.set(key, [...(forms.get(key) ?? []), one]);
  }
  const all = [...forms.values()].flat();
  const headers = new Map<string, Provoked[]>();
  for (const one of all.filter(({ answer }) => dueHeadersOf(answer).length > 0)) {
    const { pointer } = one.answer;
    headers.set(pointer, [...(headers.get(pointer) ?? []), one]);
  }
  return [
    ...[...forms].flatMap(([form, provoked]) => planForm(plan, form, provoked, formJudgement)),
    ...[...headers].flatMap(([form, provoked]) => planForm(plan, form, provoked, headerJudgement)),
  ];
}

/** What is judged of the errors of one form. */
interface ErrorJudgement {
  /** The end of the id of its requirement; empty for the form itself. */
  readonly ending: string;
  /** What they have. */
  readonly rule: string;
  families(operation: ApiOperation, answer: DocumentedAnswer): readonly string[];
  judge(writer: Writer, answer: DocumentedAnswer): void;
}

const formJudgement: ErrorJudgement = {
  ending: '',
  rule: 'the documented form and media type',
  families: () => ['body'],
  judge: (writer) => writer.add('Then', 'the answer conforms to the OpenAPI description'),
};

const headerJudgement: ErrorJudgement = {
  ending: 'headers',
  rule: 'the documented headers',
  families: familiesOfHeaders,
  judge: (writer, answer) => {
    for (const { name } of dueHeadersOf(answer))
      writer.add('Then', `the header ${name} is present`);
  },
};

/** The name of the schema of an error, or of its response. */
function formOf({ schema, pointer }: DocumentedAnswer): string {
  const reference = schema?.$ref;
  return typeof reference === 'string' ? reference : pointer;
}

function planForm(
  plan: Plan,
  form: string,
  provoked: readonly Provoked[],
  { ending, rule, families, judge }: ErrorJudgement,
) {
  const name = kebab(form.replace(/^.*\//, ''), 'form');
  const isNumber = /^\d+$/.test(name);
  const [first] = provoked;
  if (first === undefined) return [];
  const statement = isNumber
    ? `Errors of ${labelOf(first.use)} have ${rule}.`
    : `Errors have ${rule} (${name}).`;
  const drafts = provoked.flatMap(({ use, answer, status, provoke, tags = [] }) => {
    const about = {
      ...{ rule: 'form', kind: 'errors' as const, needs: [] },
      statement,
      title: `${labelOf(use)} with ${status}`,
      pointer: pointerTo(use.operation, answer),
      families: families(use.operation, answer),
      tags,
    };
    return draft(plan, use, about, (writer) => {
      provoke(writer);
      writer.add('Then', `the requirement applies only if the status is ${status}`);
      judge(writer, answer);
    });
  });
  const [one] = drafts;
  if (one === undefined) return [];
  const id = isNumber
    ? `${first.use.name}.error.${ending === '' ? 'form' : ending}`
    : ['errors', name, ending].filter((part) => part !== '').join('.');
  const needs = [...new Set(drafts.flatMap((each) => each.needs))];
  return [{ ...one, id, needs, scenarios: drafts.flatMap(({ scenarios }) => scenarios) }];
}

function provocations(plan: Plan, use: Use): readonly Provoked[] {
  const { operation } = use;
  const answerOf = (status: string) =>
    operation.answers.find((one) => one.status === status && one.hasBody);
  const found: Provoked[] = [];
  const unknown = answerOf('404');
  if (unknown !== undefined && planUnknown(plan, use).length > 0) {
    const provoke = (writer: Writer) => sendUnknown(plan, use, writer);
    found.push({ use, answer: unknown, status: '404', provoke });
  }
  const anonymous = answerOf('401');
  const isRefused = isGuarded(plan, operation) && !isAccountChange(plan, use);
  if (anonymous !== undefined && isRefused && unauthorizedStatus(operation)) {
    const credentials = [(writer: Writer) => writer.unauthorize(), inventedFor(plan, use)];
    for (const carry of credentials.filter((one) => one !== undefined)) {
      const provoke = (writer: Writer) => {
        const filled = writer.prepare(
          use,
          isChanging(plan, use) ? { mark: markOf(plan, use) } : {},
        );
        carry(writer.authorize(operation).cleanUpAfter(use, filled.path));
        const parts = { body: refusedBody(plan, use), query: filled.query, isShared: true };
        writer.send('When', operation, filled.path, parts);
      };
      found.push({ use, answer: anonymous, status: '401', provoke });
    }
  }
  const invalid = answerOf('400') ?? answerOf('422');
  if (invalid !== undefined && /json/i.test(operation.body?.mediaType ?? '')) {
    const provoke = (writer: Writer) => {
      const body = incompleteBody(plan, use) ?? {};
      if (isAccepted(plan, operation, body)) throw new NoExample('an empty object is valid');
      const filled = writer.prepare(use, isReading(operation.method) ? {} : { mark: refusedMark });
      writer.authorize(operation).cleanUpAfter(use, filled.path);
      writer.send('When', operation, filled.path, { body, query: filled.query, isShared: true });
    };
    // What is stored all the same may be in no list that is valid.
    const tags = isReading(operation.method) ? [] : ['@late'];
    found.push({ use, answer: invalid, status: invalid.status, provoke, tags });
  }
  return found;
}

function isAccepted(plan: Plan, { body }: ApiOperation, value: unknown): boolean {
  return body === undefined || schemasOf(plan.api).problems(body.schema, value).length === 0;
}
