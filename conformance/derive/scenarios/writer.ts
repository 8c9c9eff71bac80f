/** Writes the steps of a scenario: credentials, preparations, requests and judgements. */

import type { ApiOperation } from '../description/description.js';
import { asSent, findOperation, partsOf } from '../description/paths.js';
import {
  inPath,
  isInPath,
  isReferred,
  type ReferredId,
  referredIn,
  refersToOthers,
  rememberedName,
  withRemembered,
} from '../description/referred-ids.js';
import { bodyOf, usualIfAny } from '../examples/bodies.js';
import { NoExample, uniquePlaceholder } from '../examples/example-value.js';
import { renameOwnTexts } from '../examples/own-texts.js';
import { headersOf, queryOf, renderQuery } from '../examples/parameters.js';
import { findAccounts } from '../resources/logins.js';
import {
  type AccountAccess,
  accountFor,
  isAccountChange,
  loginAfter,
  ownAccountOf,
  usualBody,
} from '../resources/own-account.js';
import { demandOwnership, demandOwnParent, demandOwnReferences } from '../resources/own-changes.js';
import {
  changedId,
  creationBy,
  creationOfReferred,
  deletionOf,
  isUpdate,
  lastCreation,
} from '../resources/ownership.js';
import { isLater, type Plan, successIds, type Use } from '../resources/plan.js';
import {
  type CreatingRequest,
  deletionByPut,
  type FilledPath,
  fillPath,
  isCreatingPut,
  isReading,
} from '../resources/resources.js';
import { cleanUpSentences } from './clean-up-sentences.js';
import type { PlannedScenario, PlannedStep } from './model.js';
import type { Keyword, PreparationOptions, RequestParts } from './request-parts.js';
import { sentenceOf } from './sending.js';

/** An account that a scenario has created, with the name that it remembers the token by. */
type Owner = Pick<AccountAccess, 'header' | 'token'>;

const ifMatch = 'If-Match';

/** How long lists, and what is answered with 202, may lag behind, in seconds. */
const patience = 5;

/** One scenario in the making. */
export class Writer {
  readonly steps: PlannedStep[] = [];
  /** The requirements without which the scenario cannot be judged. */
  readonly needs = new Set<string>();
  readonly #plan: Plan;
  #carried = '';
  /** The header by which requests act as an account that the scenario has registered. */
  #accountHeader = '';
  /** The account that requests about it are sent by; undefined unless the scenario created it. */
  #owner: Owner | undefined;
  /** All of them, by the bodies that registered them. */
  readonly #owners = new Map<string, Owner>();
  readonly #headers = new Map<string, string>();
  readonly #prepared = new Set<string>();
  /** The names by which it remembers values. */
  readonly #remembered = new Set<string>();
  /** The names by which it remembers the ids of what bodies refer to. */
  readonly #referred = new Set<string>();
  /** The ids in the latest path, by the collections before them as `inPath` writes them. */
  readonly #named = new Map<string, string>();
  /** The ids of paths that bodies repeat, by the names that they are remembered by. */
  readonly #repeated = new Map<string, string>();
  /** The header that binds requests to an entity tag of the scenario's own. */
  #bound = '';
  /** The operation of the latest request. */
  #latest: ApiOperation | undefined;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  add(kind: Keyword, text: string, more: Partial<PlannedStep> = {}): this {
    this.#createReferred({ text, ...more });
    const { below, table } = more;
    this.#demandRemembered([text, below ?? '', ...(table ?? []).flat()].join('\n'));
    this.steps.push({
      ...{ kind, ...more, text: withRemembered(text) },
      ...(below === undefined ? {} : { below: withRemembered(below) }),
      ...(table === undefined ? {} : { table: table.map((row) => row.map(withRemembered)) }),
    });
    return this;
  }

  /** @throws NoExample for a placeholder whose value the scenario has not remembered */
  #demandRemembered(text: string): void {
    for (const [, name] of text.matchAll(/(?<!\$)\$\{(?!referred:)([^}$][^}]*)\}/g)) {
      const isGiven = /^(unique(-word|-like)?$|profile$|value$|\w[\w-]*:)/.test(name ?? '');
      if (!isGiven && !this.#remembered.has(name ?? ''))
        throw new NoExample(`the scenario does not remember ${name}`);
    }
    const [, own] = / as "([^"]+)"$/.exec(text.split('\n')[0] ?? '') ?? [];
    if (own !== undefined) this.#remembered.add(own);
  }

  /** Creates the resources that a value refers to, unless it has been done, and remembers their ids. */
  #createReferred(value: unknown): void {
    for (const referred of referredIn(JSON.stringify(value) ?? '')) {
      const name = rememberedName(referred);
      if (isInPath(referred)) {
        this.#rememberNamed(referred, name);
        continue;
      }
      if (this.#referred.has(name)) continue;
      this.#referred.add(name);
      const carried = this.#carried;
      const creation = creationOfReferred(this.#plan, referred);
      // `order_id` and the `id` of `order` may stand in one body.
      const member = referred.name.replaceAll(' ', '.').replace(/[^\p{L}\p{N}_.-]/gu, '-');
      const mark = referred.mark === '' ? member : `${referred.mark}-${member}`;
      this.create({ ...creation, name }, mark);
      if (creation.jsonPath === undefined)
        this.add(
          'Given',
          `I remember ${JSON.stringify(renameOwnTexts(creation.value, '', mark))} as "${name}"`,
        );
      if (!this.#remembered.has(name)) throw new NoExample(`nothing shows ${name}`);
      if (this.#carried !== carried && this.#accountHeader === '') this.#carry(carried, 'Given');
    }
  }

  /** Remembers the id by which the path of a request names a resource, for its body. */
  #rememberNamed(referred: ReferredId, name: string): void {
    const id = this.#named.get(referred.collection);
    if (id === undefined) throw new NoExample(`no path names one of ${referred.collection}`);
    if (this.#repeated.get(name) === id) return;
    this.#repeated.set(name, id);
    const isPlain = typeof referred.sample === 'number' || /^\$\{(?!unique)[^}]+\}$/.test(id);
    this.add('Given', `I remember ${isPlain ? id : JSON.stringify(id)} as "${name}"`);
  }

  /** A body that repeats an id of its path which no answer gives, such as one that leads to nothing. */
  #withLiteralIds(body: unknown): unknown {
    if (!refersToOthers(body)) return body;
    return JSON.parse(JSON.stringify(body), (_name, one: unknown) => {
      const [referred] = isReferred(one) ? referredIn(one) : [];
      const id = referred && isInPath(referred) ? this.#named.get(referred.collection) : undefined;
      if (id === undefined || id.includes('${')) return one;
      return typeof referred?.sample === 'number' ? Number(id) : id;
    });
  }

  /** Adds the steps of an action, or leaves the scenario as it was when they cannot be made. */
  addIfPossible(act: () => void): void {
    const { length } = this.steps;
    const known = [this.needs, this.#prepared, this.#referred, this.#remembered].map((set) => ({
      set,
      before: [...set],
    }));
    const [headers, owners] = [[...this.#headers], [...this.#owners]];
    const before = [this.#carried, this.#accountHeader, this.#owner] as const;
    try {
      act();
    } catch (error) {
      if (!(error instanceof NoExample)) throw error;
      this.steps.splice(length);
      for (const one of known) restore(one.set, one.before);
      this.#headers.clear();
      for (const [name, value] of headers) this.#headers.set(name, value);
      this.#owners.clear();
      for (const [body, owner] of owners) this.#owners.set(body, owner);
      [this.#carried, this.#accountHeader, this.#owner] = before;
    }
  }

  /** Judges the status of the latest answer: `201 or 202`. */
  expect(status: string): this {
    return this.add('Then', `the status is ${status}`);
  }

  /**
   * Goes on only when the latest request, which is a valid one, succeeded: a server may have rules that
   * no schema states. An undocumented server error is a fault, whatever these rules are.
   */
  applyOnlyIfAccepted(): this {
    const operation = this.#latest;
    if (operation !== undefined) this.#needSuccess(operation);
    if (operation !== undefined && !documentsServerErrors(operation))
      this.expect('not a server error');
    return this.add('Then', 'the requirement applies only if the status is a success');
  }

  end(title: string, ...tags: readonly string[]): PlannedScenario {
    return { title, tags, steps: this.steps };
  }

  /** Lets the next requests carry what the operation demands. */
  authorize(operation: ApiOperation, kind: Keyword = 'Given'): this {
    if (this.#accountHeader !== '') return this;
    if (this.#owner !== undefined && accountFor(this.#plan, operation) !== undefined)
      return this.carryToken(this.#owner.header, this.#owner.token, kind);
    const names = this.#plan.schemesOf(operation).map((scheme) => {
      const credential = this.#plan.credentials.get(scheme);
      if (credential === undefined)
        throw new NoExample(`no request can carry the credential of ${scheme}`);
      return credential.name;
    });
    const carried = names.join(' ');
    return carried === '' || carried === this.#carried ? this : this.#carry(carried, kind);
  }

  /** @param carried the names of credentials, with blanks between them; empty for none */
  #carry(carried: string, kind: Keyword): this {
    if (this.#carried !== '') this.add(kind, 'I use no credential');
    for (const name of carried === '' ? [] : carried.split(' '))
      this.add(kind, `I use the credential ${name}`);
    this.#carried = carried;
    return this;
  }

  /** Keeps other scenarios away, from the first request to an operation on. */
  hold(operation: ApiOperation): this {
    return this.authorize(operation).add('Given', 'no other scenario runs from here on');
  }

  /** Lets the next requests carry no credential. */
  unauthorize(kind: Keyword = 'Given'): this {
    if (this.#accountHeader !== '') this.add(kind, `I drop the header ${this.#accountHeader}`);
    if (this.#carried !== '') this.add(kind, 'I use no credential');
    [this.#carried, this.#accountHeader] = ['', ''];
    return this;
  }

  /**
   * Registers an account for scenarios with the same mark, and lets the next requests act as it until
   * they carry no credential.
   */
  actAs({ requests, token, header }: AccountAccess, mark: string): this {
    this.unauthorize();
    for (const { operation, body } of requests) {
      this.#needSuccess(operation);
      const renamed = renameOwnTexts(body, '', mark);
      this.#cleanUpCreated(operation, operation.path);
      this.send('Given', operation, operation.path, { body: renamed, isShared: true });
    }
    return this.carryToken(header, token);
  }

  /**
   * Lets the next requests act as an account, if a use is about it and the latest request has created
   * it.
   *
   * @param creation with the body that was sent
   */
  actAsCreated(use: Use, creation: CreatingRequest, kind: Keyword = 'Given'): this {
    const account = ownAccountOf(this.#plan, use);
    if (account?.registration.operation !== creation.operation) return this;
    const body = JSON.stringify(creation.body);
    const owner = this.#owners.get(body) ?? this.#meet(account, creation, kind);
    this.#owners.set(body, owner);
    if (owner !== this.#owner) this.unauthorize(kind);
    this.#owner = owner;
    return this.authorize(use.operation, kind);
  }

  /** Remembers the token of the account that the latest request has created. */
  #meet(account: AccountAccess, creation: CreatingRequest, kind: Keyword): Owner {
    const name = this.#owners.size === 0 ? 'token' : `token-${this.#owners.size + 1}`;
    const login = loginAfter(account, creation.body);
    if (login !== undefined) {
      this.#needSuccess(login.operation);
      this.send(kind, login.operation, login.operation.path, { body: login.body, isShared: true });
    }
    this.add(kind, `I remember ${account.token} as "${name}"`);
    return { header: account.header, token: name };
  }

  /** Lets the next requests carry a token from the latest answer, found by its JSONPath. */
  carryToken(
    { name, value }: AccountAccess['header'],
    token: string,
    kind: Keyword = 'Given',
  ): this {
    this.#accountHeader = name;
    const text = value.replace('${value}', () => `\${${token}}`);
    return this.add(kind, `I set the header ${name} to ${JSON.stringify(text)}`);
  }

  /**
   * Creates the resources that a request to an operation needs.
   *
   * @returns its path with their ids
   * @throws NoExample when the description does not show how, NotOwn when the request may change data of
   *   others
   */
  prepare(use: Use, options: PreparationOptions = {}): FilledPath {
    const { operation, byQuery } = use;
    const account = isAccountChange(this.#plan, use) && accountFor(this.#plan, operation);
    if (account) this.actAs(account, options.mark ?? '');
    // A PUT that creates begins without its resource.
    const unused = isCreatingPut(operation) ? uniquePlaceholder : undefined;
    const filled = fillPath(this.#plan, operation, { last: options.last ?? unused, byQuery });
    if (options.last === undefined) demandOwnership(this.#plan, use, filled);
    for (const [index, creation] of filled.creations.entries()) {
      demandOwnParent(this.#plan, creation, filled.creations.slice(0, index));
      const isLast = index === filled.creations.length - 1;
      const mark = isLast ? options.mark : undefined;
      const body = renameOwnTexts(creation.body, '', mark ?? '');
      this.create(creation, mark).actAsCreated(use, { ...creation, body });
    }
    const named = withOwnName(filled, options.mark);
    for (const [index, part] of partsOf(operation.path).entries())
      if (part.startsWith('{'))
        this.#named.set(
          inPath(partsOf(operation.path).slice(0, index)),
          partsOf(named.path)[index] ?? '',
        );
    return named;
  }

  /**
   * Sends the request of a use as it should succeed, once for all scenarios.
   *
   * @param own names the unique text of its resource. Default: the usual one for the use
   * @returns its path
   * @throws NoExample when the description does not show how, or it may change data of others
   */
  perform(use: Use, kind: Keyword, own?: string): FilledPath {
    const { operation } = use;
    const isChange = isUpdate(this.#plan, use) || isAccountChange(this.#plan, use);
    const mark = isReading(operation.method) || operation.method === 'POST' ? undefined : use.name;
    const isAction = operation.method === 'POST' && lastCreation(this.#plan, use) !== undefined;
    const filled = this.prepare(use, { mark: own ?? (isAction ? use.name : mark) });
    this.authorize(operation).cleanUpAfter(use, filled.path);
    if (kind === 'Given') this.#needSuccess(operation);
    const body = usualBody(this.#plan, use, isChange ? 1 : 0);
    return (
      this.send(kind, operation, filled.path, { query: filled.query, body, isShared: true }) &&
      filled
    );
  }

  /**
   * Sends a creating request once for all scenarios, and remembers the id of what it creates.
   *
   * @param mark names the unique text of what only some scenarios share
   */
  create(creation: CreatingRequest, mark = ''): this {
    const key = `${creation.operation.path} ${mark}`;
    if (this.#prepared.has(key)) return this;
    this.#prepared.add(key);
    const { operation, path, jsonPath, name } = creation;
    const { deletion: usual = deletionOf(this.#plan, operation, path) } = creation;
    const deletion = jsonPath === undefined ? usual && renameLast(usual, mark) : usual;
    const body = mark === '' ? creation.body : renameOwnTexts(creation.body, '', mark);
    const { registration } = findAccounts(this.#plan.api);
    if (this.#owner !== undefined && operation === registration?.operation) this.unauthorize();
    this.authorize(operation);
    this.#needSuccess(operation);
    if (deletion !== undefined) this.cleanUp(operation, path, deletion);
    this.send('Given', operation, path, { body, isShared: true });
    if (jsonPath !== undefined) this.#rememberId(operation, jsonPath, name);
    return isLater(operation) ? this.#awaitCreation(creation) : this;
  }

  /** Waits until what a create has accepted can be read. */
  #awaitCreation({ operation, path, value }: CreatingRequest): this {
    const item = [...partsOf(operation.path), '{}'];
    const read = findOperation(this.#plan.api, 'GET', item);
    if (read === undefined) return this;
    const until = 'the status is a success';
    return this.authorize(read).send('Given', read, `${path}/${value}`, { until });
  }

  #rememberId(operation: ApiOperation, jsonPath: string, name: string): void {
    const [use] = this.#plan.uses.filter((one) => one.operation === operation);
    if (use !== undefined) this.needs.add(`${use.name}.response.body`);
    this.add('Given', `I remember ${jsonPath} as "${name}"`);
  }

  #needSuccess(operation: ApiOperation): void {
    const uses = this.#plan.uses.filter((one) => one.operation === operation);
    for (const id of successIds(uses.slice(0, 1))) this.needs.add(id);
  }

  /**
   * Cleans up after a request. The step comes before the request: a server can create something and
   * answer with another status than the documented one.
   */
  cleanUp(operation: ApiOperation, path: string, deletion: string): this {
    const [text, header] = cleanUpSentences(this.#plan, operation, path, deletion);
    if (this.steps.some((one) => one.text === text)) return this;
    if (header !== undefined) this.add('Given', header);
    return this.add('Given', text);
  }

  /**
   * Records how to delete what the judged request creates, or gives another id, when the description
   * shows it.
   */
  cleanUpAfter(use: Use, path: string): this {
    const { operation } = use;
    const deletion = isCreatingPut(operation)
      ? deletionByPut(this.#plan.api, operation, path)
      : changedId(this.#plan, use)?.deletion;
    if (deletion !== undefined) return this.cleanUp(operation, path, deletion);
    return this.#cleanUpCreated(operation, path);
  }

  #cleanUpCreated(operation: ApiOperation, path: string): this {
    const deletion = deletionOf(this.#plan, operation, path);
    return deletion === undefined ? this : this.cleanUp(operation, path, deletion);
  }

  /** Where a creation chooses the id, what is cleaned up has the texts of its body, or of the twin. */
  #cleanUpChosen(operation: ApiOperation, path: string, sent: unknown): void {
    const { jsonPath, deletion } = creationBy(this.#plan, operation, path) ?? {};
    if (deletion === undefined || jsonPath !== undefined) return;
    const text = JSON.stringify(sent) ?? '';
    const marks = [...text.matchAll(/\$\{(?:unique:([^}]*)|(twin))\}/g)].map(
      ([, mark, twin = '']) => mark ?? twin,
    );
    for (const mark of new Set(marks)) this.cleanUp(operation, path, renameLast(deletion, mark));
  }

  /** Binds the next requests that have the header If-Match to a value in JSON. */
  bindTo(tag: string): this {
    this.#bound = ifMatch;
    return this.add('When', `I set the header ${ifMatch} to ${tag}`);
  }

  /** Ends that for later requests: a server may bind a GET to the tag, too (RFC 9110 §13.1.1). */
  unbind(): this {
    this.#bound = '';
    return this.add('When', `I drop the header ${ifMatch}`);
  }

  /**
   * Sends a request with the headers, the query and the body of its operation.
   *
   * @throws NotOwn when its body names another resource, which it may change
   */
  send(kind: Keyword, operation: ApiOperation, path: string, parts: RequestParts = {}): this {
    this.#latest = operation;
    const isOther = 'body' in parts || parts.said !== undefined || parts.text !== undefined;
    const usual = isOther ? parts.body : bodyOf(this.#plan.api, operation);
    const body = this.#withLiteralIds(usual);
    // What a sentence says in place of a body is made of the usual one.
    const judged = 'body' in parts ? body : usualIfAny(this.#plan.api, operation);
    demandOwnReferences(this.#plan, operation, judged);
    this.#createReferred([body, parts.text, parts.query]);
    this.#cleanUpChosen(operation, path, parts.said ?? body);
    for (const [name, value] of headersOf(this.#plan.api, operation)) {
      if (name === parts.withoutHeader) {
        if (this.#headers.delete(name)) this.add(kind, `I drop the header ${name}`);
        continue;
      }
      if (this.#headers.get(name) === value || this.#bound === name) continue;
      this.#headers.set(name, value);
      this.add('Given', `I set the header ${name} to ${JSON.stringify(value)}`);
    }
    const query = queryOf(this.#plan.api, operation, parts.query, parts.withoutQuery);
    const isStream = operation.answers.some((one) => one.isStream);
    if (parts.isShared && !isStream) this.add(kind, 'all scenarios share the next request');
    const line = `I send ${operation.method} ${asSent(operation, path)}${renderQuery(query)}`;
    if (isStream && operation.method === 'GET')
      return this.add(kind, `${line} and read the first 0 events`);
    if (parts.said !== undefined) return this.add(kind, `${line} ${parts.said}`);
    if (parts.until !== undefined)
      return this.add(kind, `${line} for up to ${patience} seconds until ${parts.until}`);
    if (parts.text !== undefined)
      return this.add(kind, `${line} as ${parts.text.mediaType}`, { below: parts.text.content });
    const { text, ...below } = sentenceOf(this.#plan, operation, line, body);
    return this.add(kind, text, below);
  }
}

/** A path by which a request names what it has created itself, with the mark of that text. */
function withOwnName({ creations, path, query }: FilledPath, mark = ''): FilledPath {
  if (creations.at(-1)?.jsonPath !== undefined || creations.length === 0)
    return { creations, path, query };
  const entries = Object.entries(query).map(([name, value]) => [name, renameLast(value, mark)]);
  return { creations, path: renameLast(path, mark), query: Object.fromEntries(entries) };
}

/** Gives the last text of the run in a path a mark; those before it name the parents. */
function renameLast(path: string, mark: string): string {
  const start = path.lastIndexOf(uniquePlaceholder);
  return start < 0 ? path : path.slice(0, start) + renameOwnTexts(path.slice(start), '', mark);
}

function documentsServerErrors({ answers, hasDefault }: ApiOperation): boolean {
  return hasDefault || answers.some(({ status }) => status.startsWith('5'));
}

function restore(set: Set<string>, before: readonly string[]): void {
  set.clear();
  for (const one of before) set.add(one);
}
