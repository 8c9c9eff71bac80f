/** The deletions of what a run creates, which its scenarios record for its end. */

import { escapeRegExp } from '../../../kit/words.js';
import { containsEncoded, containsMarker } from '../../creations/marker.js';
import type { Deletion, OwnedResource, OwnedResources } from '../../creations/owned-resources.js';
import { lastingHeaders } from '../../creations/reading.js';
import { answersOfTarget, type Exchange, withoutQuery } from '../../http/exchange.js';
import { isObject, writeJson } from '../../http/json.js';
import { credentialHeader } from '../../http/secrets/secrets.js';
import type { Mismatch } from '../../mismatches/mismatch.js';
import { isRequestOf } from '../../suite/requirements.js';
import type { RequestLine, Suite } from '../../suite/suite.js';
import { NotTested, SuiteMistake, Violation } from '../../verdict/outcomes.js';
import { demandJson, Path, singularPath, valueInAnswer } from '../values/json-path.js';
import {
  fillTemplate,
  fillText,
  hasPlaceholders,
  isOptionOfRun,
  namesOfPlaceholders,
  type PlaceholderValues,
  renamePlaceholders,
} from '../values/templates.js';
import { isDeletion, mayCreate, pathBelow } from './own-requests.js';
import { hasMarker } from './request-parts.js';
import type { DeletionLogin } from './scenario-creations.js';
import type {
  CreationRule,
  DeletionTemplate,
  ScenarioRequest,
  SentenceWorld,
} from './sentence-world.js';

/** The target's answers without a record of what they created. */
const unrecordedIn = (answer: Exchange, { recordedAnswers }: OwnedResources) =>
  answersOfTarget(answer).filter((one) => !recordedAnswers.has(one));

/** Records a deletion for what a request created, whose answer is the latest one. */
export function addDeletion(deletion: Deletion, world: SentenceWorld, answer?: Exchange): void {
  const { owned } = world.run;
  const { method, path } = deletion;
  const headers = { ...lastingHeaders(world.headers), ...deletion.headers };
  owned.deletions.push({ ...deletion, headers });
  owned.add({ deletion: { method, path }, ...headersToKeep(headers, world) });
  if (answer !== undefined) noteRecorded(answer, world);
}

function noteRecorded(answer: Exchange, world: SentenceWorld): void {
  world.run.owned.recordedAnswers.add(answer);
  forgetKept(world, answer);
}

/** Words of an author may be about a status. */
const mayBeOfStatus = ({ place: { part } }: Mismatch) => part === 'status' || part === 'text';

/**
 * Records a leftover without an id when a request failed by its status, may have created something,
 * and no deletion of it is recorded: a suite needs none where a conforming server rejects.
 */
export function recordAcceptance(error: Error, world: SentenceWorld): void {
  const { latest: answer, run } = world;
  const { baseUrl, owned, marker } = run;
  if (!(error instanceof Violation && error.mismatches.some(mayBeOfStatus))) return;
  if (answer === undefined) return;
  if (!unrecordedIn(answer, owned).some(({ response }) => response.status < 300)) return;
  const { method, url, headers, body } = answer.request;
  const path = pathBelow(baseUrl, url);
  if (path === undefined) return;
  const request = { method, path, headers, ...(body === undefined ? {} : { text: body }) };
  if (!mayCreate(request, world) || !hasMarker(request, headers, marker)) return;
  recordUnnamed(answer, world);
}

/**
 * Notes a leftover when an answer with 201 says that the latest request created something, or the
 * description that its success does, unless a rule deletes it.
 */
export function noteKept(request: ScenarioRequest, world: SentenceWorld): void {
  const { answer, run } = world;
  const { owned, isDisposable, marker, suite } = run;
  const isOwn = hasMarker(request, answer.request.headers, marker);
  const creates = ({ response: { status } }: Exchange) =>
    status === 201 || (status < 300 && isLasting(request, suite));
  if (isDisposable || !unrecordedIn(answer, owned).some(creates)) return;
  if (!isOwn || !mayCreate(request, world)) return;
  const { method, path } = request;
  const forgetKept = owned.keep({ method, path: withoutQuery(path) });
  const forget = () => {
    forgetKept();
    owned.unnamedAnswers.delete(answer);
  };
  world.creations.kept.set(answer, forget);
  owned.unnamedAnswers.add(answer);
}

/** Whether a request creates what no request of a description deletes. */
export function isLasting(request: RequestLine, { derived }: Suite): boolean {
  return derived?.lasting.some((one) => isRequestOf(one, request)) ?? false;
}

/** Forgets what an answer says to be created, or all of the scenario: a sentence deletes it. */
function forgetKept({ creations }: SentenceWorld, answer?: Exchange): void {
  for (const [one, forget] of creations.kept) {
    if (answer !== undefined && one !== answer) continue;
    forget();
    creations.kept.delete(one);
  }
}

/** Records a leftover without an id, once for a request, however many sentences are about it. */
function recordUnnamed(answer: Exchange, { run }: SentenceWorld): void {
  const { unnamedAnswers } = run.owned;
  if (unnamedAnswers.has(answer)) return;
  unnamedAnswers.add(answer);
  const { method, url } = answer.request;
  run.owned.expect({ method, path: pathBelow(run.baseUrl, url) ?? url });
}

/**
 * Records that the run must delete what the latest request created. Nothing is judged: when the
 * answer does not name what it created, or names it outside of the base URL, the report lists a
 * leftover.
 *
 * @throws SuiteMistake for a path without a placeholder, which could name data of others
 */
export function recordDeletion(template: DeletionTemplate, world: SentenceWorld): void {
  const { method, path } = template;
  demandPlaceholder(method, path);
  if (world.answer.response.status >= 300) return;
  noteRecorded(world.answer, world);
  const orLeave = (record: () => void) => {
    try {
      record();
    } catch (error) {
      if (!(error instanceof Violation || error instanceof NotTested)) throw error;
      recordUnnamed(world.answer, world);
    }
  };
  orLeave(() => {
    const headers = Object.fromEntries(world.creations.deletionHeaders);
    for (const single of singlesIn({ ...template, headers }, world)) {
      orLeave(() => {
        world.cleanUp(fillDeletion(single, world));
      });
    }
  });
}

/** Lets the deletions that a scenario records from now on follow a login with what they delete. */
export function setDeletionLogin(world: SentenceWorld, login: DeletionLogin): void {
  world.creations.deletionLogin = login;
}

/**
 * Gives the deletions that a scenario records from now on a header. Its placeholders stand for values
 * of the answer that names what to delete: a resource may have a token of its own.
 */
export function setDeletionHeader(world: SentenceWorld, name: string, text: string): void {
  world.creations.deletionHeaders.set(name, text);
}

/** @throws as `fillPath`; a header whose value the answer lacks is left out */
function fillDeletion(
  { method, path, shownBy = path, headers = {} }: DeletionTemplate,
  world: SentenceWorld,
): Deletion {
  const paths = { path: world.fillPath(path), shownBy: world.fillPath(shownBy) };
  const renew = (shown: Exchange) => fillHeaders(headers, { lookUp: lookUpIn(shown) });
  const logIn = loginWithSent(world);
  return {
    ...{ method, ...paths, headers: fillHeaders(headers, world), renew },
    ...(logIn === undefined ? {} : { logIn }),
  };
}

/** The login with what the latest request has sent; undefined when it lacks a member of it. */
function loginWithSent(world: SentenceWorld): Deletion['logIn'] {
  const { deletionLogin: login } = world.creations;
  const json = login && takeSent(fillTemplate(login.json, world), world.sent);
  if (login === undefined || json === undefined) return undefined;
  const { method, header } = login;
  const request = {
    ...{ method, path: world.fillPath(login.path) },
    ...{ headers: { 'Content-Type': 'application/json' }, body: writeJson(json) },
  };
  return async (client) => {
    const answer = await client.send(request);
    if (answer.response.status >= 300) return {};
    return fillHeaders({ [header.name]: header.text }, { lookUp: lookUpIn(answer) });
  };
}

/** A value in which `#sent` is replaced by the member of that name; undefined when there is none. */
function takeSent(value: unknown, sent: unknown, name = ''): unknown {
  if (value === '#sent') return memberNamed(sent, name);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, takeSent(one, sent, key)]);
  return entries.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(entries);
}

/** The first member of a name, at any depth. */
function memberNamed(value: unknown, name: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  return Object.values(value)
    .map((one) => memberNamed(one, name))
    .find((one) => one !== undefined);
}

/** Finds the values of placeholders that stand for parts of an answer, and no others. */
function lookUpIn(answer: Exchange): PlaceholderValues['lookUp'] {
  const lookUp = (name: string): unknown => {
    if (name.startsWith('$')) return valueInAnswer(new Path(name), { lookUp, answer });
    throw new NotTested(undefined, `The answer does not renew "${name}".`);
  };
  return lookUp;
}

/** The headers whose values are known. */
function fillHeaders(
  headers: Readonly<Record<string, string>>,
  values: PlaceholderValues,
): Readonly<Record<string, string>> {
  const known: Record<string, string> = {};
  for (const [name, text] of Object.entries(headers)) {
    try {
      known[name] = fillText(text, values);
    } catch (error) {
      if (!(error instanceof Violation || error instanceof NotTested)) throw error;
    }
  }
  return known;
}

/** Records the deletions of what a request created, whose answer is the latest one. */
export function recordAnswered(
  request: ScenarioRequest,
  rules: readonly CreationRule[],
  world: SentenceWorld,
): void {
  for (const template of applyRules(request, rules, world)) recordDeletion(template, world);
  if (isDeletion(request, world) && world.answer.response.status < 300) forgetKept(world);
}

/**
 * Records the deletions of what a request without an answer may have created, if they take nothing
 * from answers.
 *
 * @returns whether there is one
 * @throws SuiteMistake as `recordDeletion`
 */
export function recordUnanswered(
  request: ScenarioRequest,
  rules: readonly CreationRule[],
  world: SentenceWorld,
): boolean {
  const known = applyRules(request, rules, world).filter(({ path, shownBy = path }) => {
    return ![path, shownBy].flatMap(namesOfPlaceholders).some((name) => world.isFromAnswer(name));
  });
  const headers = [...world.creations.deletionHeaders].filter(([, text]) => {
    return !namesOfPlaceholders(text).some((name) => world.isFromAnswer(name));
  });
  for (const template of known) {
    demandPlaceholder(template.method, template.path);
    addDeletion(fillDeletion({ ...template, headers: Object.fromEntries(headers) }, world), world);
  }
  return known.length > 0;
}

function applyRules(
  request: ScenarioRequest,
  rules: readonly CreationRule[],
  world: SentenceWorld,
): readonly DeletionTemplate[] {
  return rules.flatMap((rule) => rule(request, world) ?? []);
}

/**
 * A deletion for each resource that the latest answer names: `${$.items[*].id}` names several, or
 * none.
 *
 * @throws Violation when the answer has nothing to select from
 */
function singlesIn(
  { method, path, shownBy = path, headers = {} }: DeletionTemplate,
  world: SentenceWorld,
): readonly DeletionTemplate[] {
  const texts = [path, shownBy, ...Object.values(headers)];
  const names = texts.flatMap(namesOfPlaceholders).filter((one) => one.startsWith('$'));
  const several = names.filter((name) => !new Path(name).isSingular(world));
  if (several.length === 0) return [{ method, path, shownBy, headers }];
  const found = new Map(several.map((name) => [name, locationsOf(name, world)]));
  const most = Math.max(...[...found.values()].map(({ length }) => length));
  return Array.from({ length: most }, (_, index) => {
    const single = (text: string) =>
      renamePlaceholders(text, (name) => found.get(name)?.[index] ?? name);
    const named = Object.entries(headers).map(([name, text]) => [name, single(text)] as const);
    const paths = { path: single(path), shownBy: single(shownBy) };
    return { method, ...paths, headers: Object.fromEntries(named) };
  });
}

/** JSONPaths for the single values that a JSONPath finds in the latest answer. */
function locationsOf(path: string, world: SentenceWorld): readonly string[] {
  const found = new Path(path).findAll(demandJson(world.answer.response), world);
  return found.map(({ location = [] }) => singularPath(location));
}

/** @throws SuiteMistake for the path of a deletion without a placeholder */
export function demandPlaceholder(method: string, path: string): void {
  if (hasPlaceholders(path)) return;
  throw new SuiteMistake(
    `${method} ${path} could delete data of others: its path has no placeholder for what was created.`,
  );
}

/**
 * A rule for requests with this method and a matching path. A placeholder for an option of the run
 * matches its value, any other one a segment, or the value that is remembered.
 */
export function creationRule(
  method: string,
  path: string,
  deletion: DeletionTemplate,
): CreationRule {
  return (request, world) => {
    if (request.method !== method) return undefined;
    const parts = path.split(/(?=\$\{)|(?<=\})/).map((part, index) => {
      return expressionOf(part, index === 0, world);
    });
    return new RegExp(`^${parts.join('')}$`).test(withoutQuery(request.path))
      ? deletion
      : undefined;
  };
}

/** A regular expression for a placeholder in the path of a rule, or for the text between two. */
function expressionOf(part: string, isFirst: boolean, world: SentenceWorld): string {
  const [, name] = /^\$\{([^}]*)\}$/.exec(part) ?? [];
  if (name === undefined) return escapeRegExp(part);
  const isOption = isOptionOfRun(name);
  if (!isOption && !world.remembered.has(name)) return '[^/]+';
  try {
    // A path may begin with a URL from an answer.
    const value = isFirst ? world.fillPath(part) : fillText(part, world);
    const known = escapeRegExp(withoutQuery(value));
    // The name may stand for another value by now.
    return isOption ? known : `(?:${known}|[^/]+)`;
  } catch (error) {
    if (!(error instanceof NotTested || error instanceof SuiteMistake)) throw error;
    return '[^/]+';
  }
}

/**
 * The headers of a deletion that the report may contain, such as the version of a protocol: those
 * of credentials are left out, and those that are about the run's own data. The report contains the
 * names of credentials in their place.
 */
function headersToKeep(
  headers: Readonly<Record<string, string>>,
  { run }: SentenceWorld,
): Pick<OwnedResource, 'headers' | 'credentials'> {
  const declared = run.suite.credentials.map(({ header }) => header?.name.toLowerCase());
  const secrets = Object.entries(run.credentials).filter(([, value]) => value !== '');
  const sent = Object.entries(headers);
  const kept = sent.filter(([name, value]) => {
    const isSecret = credentialHeader.test(name) || declared.includes(name.toLowerCase());
    const isOfRun = containsMarker(value, run.marker);
    return !isSecret && !isOfRun && !secrets.some(([, one]) => containsEncoded(value, one));
  });
  const credentials = secrets.filter(([, one]) =>
    sent.some(([, value]) => containsEncoded(value, one)),
  );
  return {
    ...(kept.length === 0 ? {} : { headers: Object.fromEntries(kept) }),
    ...(credentials.length === 0 ? {} : { credentials: credentials.map(([name]) => name) }),
  };
}
