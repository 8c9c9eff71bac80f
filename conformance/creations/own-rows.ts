/**
 * The rows of a scenario: resources of the kinds that a suite declares in `resources:`. An id in an
 * answer is only a claim, so a request that can change a row is sent only after a read or a list has
 * shown the run's own values in it, or that no such row exists.
 *
 * `own-requests.ts` answers another question, about any path, also of kinds that no suite declares:
 * whether what is there shows the run's marker now, to the client that sends the request. It
 * remembers nothing, since another client may see another resource at the same path. This file
 * remembers what it knows of a row, since all requests of its scenario mean the same row by an id.
 */
import type { Json } from '../../kit/collections.js';
import { answersOfTarget, type Exchange, type RequestSpecification } from '../http/exchange.js';
import { isObject, parseJson } from '../http/json.js';
import { render } from '../mismatches/mismatch-text.js';
import {
  collectionOf,
  idOf,
  idsAskedFor,
  idsNamedBy,
  isIdOf,
  itemPath,
  type NamingRequest,
  normalId,
  queryOf,
} from '../suite/resource-kinds.js';
import type { ResourceKind } from '../suite/suite.js';
import { containsMarker, numberedTexts } from './marker.js';
import { type Get, longestWalk, UnreadableList, walkList } from './own-lists.js';
import { refersToOwn } from './own-references.js';
import type { OwnedResources } from './owned-resources.js';
import { isRejected } from './reading.js';
import { idIn, isOwnElement, isSuccess, ownTexts, rowIn, rowsIn } from './shown-rows.js';

/** A row by the name of its kind and its id; it may not exist. */
export interface RowKey {
  readonly resource: string;
  readonly id: string;
}

/** The state of knowledge about the row with an id. */
type Standing =
  /** The answer to a create contained the id. */
  | 'claimed'
  /** A read or a list showed the run's own values in it. */
  | 'own'
  /** A DELETE was sent, or nothing is known: the row must not exist. */
  | 'removed'
  /** A read showed that no row exists. */
  | 'absent';

interface Claim {
  readonly kind: ResourceKind;
  readonly id: string;
  /** The numbers after the marker in values that were sent for the row. */
  readonly numbers: Set<string>;
  standing: Standing;
  /** Whether any row with the marker counts, from any scenario of the run. */
  isAdopted: boolean;
  /** The pending reads that prove the row, if any. */
  proof: Promise<void> | undefined;
}

/** The part of a run that has rows. */
interface OwningRun {
  readonly marker: string;
  readonly owned: OwnedResources;
  readonly suite: { readonly resources: readonly ResourceKind[] };
}

/** What the steps of a suite determine. */
interface Options {
  /**
   * The error in place of a request without a proof.
   *
   * @param needs those of the kind
   */
  readonly refuse: (needs: readonly string[], reason: string) => Error;
  /** The name of the credential that the deletion of a row needs. Default: none. */
  readonly credentialOf?: (resource: string) => string | undefined;
  /** Whether a row of any scenario of the run may be changed. */
  readonly areShared?: boolean;
}

/** The rows that a scenario may change. */
export class OwnRows {
  readonly #run: OwningRun;
  readonly #options: Options;
  readonly #numbered: RegExp;
  readonly #claims = new Map<string, Claim>();

  constructor(run: OwningRun, options: Options) {
    this.#run = run;
    this.#options = options;
    this.#numbered = numberedTexts(run.marker);
  }

  /** Whether a request could change rows, on a faulty target, too. */
  mayChange(resource: string, request: RequestSpecification): boolean {
    const isPreflight = request.method === 'OPTIONS';
    return isPreflight
      ? idsAskedFor(this.#kindOf(resource), request).length > 0
      : !readingMethods.has(request.method) || overridesMethod(request);
  }

  /**
   * Ensures that a request can change only the run's own rows of a kind, on a faulty target, too.
   * Sends reads where needed.
   *
   * @throws the error of `refuse` when no read or list proves a row of the request to be the run's own
   */
  async demand(resource: string, request: RequestSpecification, get: Get): Promise<void> {
    if (!this.mayChange(resource, request)) return;
    const kind = this.#kindOf(resource);
    for (const id of idsNamedBy(kind, namesIn(request))) {
      const claim = this.#claimOf(kind, id);
      if (isKnown(claim) || containsMarker(id, this.#run.marker)) continue;
      // Concurrent requests share the proof.
      claim.proof ??= this.#lookUp(claim, request.method, get).finally(() => {
        claim.proof = undefined;
      });
      await claim.proof;
    }
    // A POST creates a row whatever its id is.
    if (request.method === 'POST') return;
    const odd = idsAskedFor(kind, request).filter((id) => !isIdOf(kind, id));
    for (const id of odd) await this.#demandNoOther(kind, request.method, id, get);
  }

  /**
   * Sends a request, and records the rows that it creates, shows and deletes.
   *
   * @throws as `demand`
   */
  async send(
    resource: string,
    request: RequestSpecification,
    get: Get,
    send: () => Promise<Exchange>,
  ): Promise<Exchange> {
    await this.demand(resource, request, get);
    const kind = this.#kindOf(resource);
    this.#noteRequest(kind, request);
    const creation = { method: request.method, path: collectionOf(kind) };
    // A create without an answer, or without an id in it, may have created a row.
    const expected = request.method === 'POST' ? this.#run.owned.expect(creation) : undefined;
    const exchange = await send().catch((error: unknown) => {
      expected?.noteUnanswered(error);
      throw error;
    });
    const answers = answersOfTarget(exchange).filter(isSuccess);
    for (const answer of answers) this.#noteChange(kind, request, answer);
    if (answers.every((one) => idIn(kind, one) !== undefined)) expected?.forget();
    this.#noteAnswer(kind, request, exchange);
    return exchange;
  }

  /** Records a row of the run for its clean-up. */
  record({ resource, id }: RowKey): void {
    const name = this.#options.credentialOf?.(resource);
    this.#run.owned.add({
      deletion: { method: 'DELETE', path: itemPath(this.#kindOf(resource), id) },
      ...(name === undefined ? {} : { credentials: [name] }),
    });
  }

  /** Records a row that a list has shown with the marker as the scenario's own. */
  adopt(row: RowKey): void {
    this.record(row);
    const claim = this.#claimOf(this.#kindOf(row.resource), row.id);
    claim.standing = 'own';
    claim.isAdopted = true;
  }

  /**
   * Records a row that another scenario has created for this one.
   *
   * @param isProved whether a list has shown its values there
   */
  receive({ resource, id, members }: RowKey & { readonly members: Json }, isProved: boolean): void {
    const kind = this.#kindOf(resource);
    this.#addClaim(kind, id, this.#numbersIn(kind, members));
    if (isProved) this.#claimOf(kind, id).standing = 'own';
  }

  /** Records a shared row of another scenario; a read must prove it here, too. */
  expectShared({ resource, id }: RowKey): void {
    this.#claimOf(this.#kindOf(resource), id).isAdopted = true;
  }

  /** Whether a read or a list has shown the run's own values in a row. */
  isProved({ resource, id }: RowKey): boolean {
    return this.#claimOf(this.#kindOf(resource), id).standing === 'own';
  }

  /** Whether the list of its kind shows a row with the run's own values. */
  async isListed({ resource, id }: RowKey, get: Get): Promise<boolean> {
    const claim = this.#claimOf(this.#kindOf(resource), id);
    await this.#findListed(claim, get);
    return claim.standing === 'own';
  }

  /** Whether a row contains a value of this run. */
  isMarked(resource: string, item: Json): boolean {
    return isOwnElement(item, this.#kindOf(resource), this.#run.marker);
  }

  #kindOf(resource: string): ResourceKind {
    const kind = this.#run.suite.resources.find(({ name }) => name === resource);
    if (kind === undefined) throw new Error(`The suite declares no resources "${resource}".`);
    return kind;
  }

  #claimOf(kind: ResourceKind, text: string): Claim {
    const id = normalId(text);
    const key = `${kind.name} ${id}`;
    const isAdopted = this.#options.areShared ?? false;
    const claim: Claim = this.#claims.get(key) ?? {
      ...{ kind, id, numbers: new Set(), standing: 'removed', isAdopted, proof: undefined },
    };
    this.#claims.set(key, claim);
    return claim;
  }

  #addClaim(kind: ResourceKind, id: string, numbers: readonly string[]): void {
    const claim = this.#claimOf(kind, id);
    for (const number of numbers) claim.numbers.add(number);
    if (claim.standing !== 'own') claim.standing = 'claimed';
  }

  /** Reads the row, and the list only when the read is not proof. */
  async #lookUp(claim: Claim, method: string, get: Get): Promise<void> {
    const { kind, id, standing } = claim;
    const read = await get(itemPath(kind, id));
    this.#noteShown(kind, id, read);
    if (await refersToOwn(itemPath(kind, id), read, get, this.#run)) claim.standing = 'own';
    if (isKnown(claim)) return;
    const listed = await this.#findListed(claim, get);
    // The walk may have proved it.
    if (isKnown(claim)) return;
    const [shown = listed ?? undefined] = rowsIn(kind, read);
    const isAbsent = shown === undefined && (listed === null || saysNone(read));
    if (isAbsent && standing === 'removed') return;
    const found = shown === undefined ? 'neither a read nor the list shows it' : render(shown);
    throw this.#options.refuse(
      kind.needs ?? [],
      `${method} was not sent for the id ${id}, since nothing proves that the row belongs to this run: ${found}.`,
    );
  }

  /** The element with the id; null when the list lacks it, undefined without a usable list. */
  async #findListed({ kind, id }: Claim, get: Get): Promise<Json | null | undefined> {
    if (kind.list === undefined) return undefined;
    let seen = 0;
    try {
      for await (const page of walkList(kind, get)) {
        const found = page.filter(isObject).find((one) => idOf(kind, one) === id);
        if (found !== undefined) {
          this.#noteRow(kind, id, found);
          return found;
        }
        seen += page.length;
        if (seen > longestWalk || !page.every(isObject)) return undefined;
      }
      return null;
    } catch (error) {
      if (error instanceof UnreadableList) return undefined;
      throw error;
    }
  }

  /**
   * A target may find any row by an id that is not a number.
   *
   * @throws the error of `refuse` when a read with that id returns a row without a value of this run
   */
  async #demandNoOther(kind: ResourceKind, method: string, id: string, get: Get): Promise<void> {
    const shown = rowIn(kind, await get(itemPath(kind, id)));
    const isOther = shown !== undefined && idOf(kind, shown) !== undefined;
    if (!isOther || isOwnElement(shown, kind, this.#run.marker)) return;
    throw this.#options.refuse(
      kind.needs ?? [],
      `${method} was not sent for the id ${render(id)}, since a read finds another row by it: ${render(shown)}.`,
    );
  }

  /** Records a request before it is sent. */
  #noteRequest(kind: ResourceKind, request: RequestSpecification): void {
    if (request.method === 'POST' || !this.mayChange(kind.name, request)) return;
    const named = namesIn(request);
    for (const id of idsNamedBy(kind, named)) {
      const claim = this.#claimOf(kind, id);
      for (const number of this.#numbersIn(kind, named.json)) claim.numbers.add(number);
      if (request.method === 'DELETE' || claim.standing === 'absent') claim.standing = 'removed';
    }
  }

  /** Records a row that a request has created or deleted, for the clean-up. */
  #noteChange(kind: ResourceKind, request: RequestSpecification, answer: Exchange): void {
    const { method } = request;
    const id = method === 'POST' ? idIn(kind, answer) : idsAskedFor(kind, request)[0];
    if (id === undefined) return;
    if (method === 'POST') this.record({ resource: kind.name, id });
    if (method === 'DELETE') this.#run.owned.remove({ method, path: itemPath(kind, id) });
  }

  /** Records the rows in an answer. */
  #noteAnswer(kind: ResourceKind, request: RequestSpecification, answer: Exchange): void {
    if (request.method === 'POST' && isSuccess(answer)) {
      const id = idIn(kind, answer);
      const numbers = this.#numbersIn(kind, namesIn(request).json);
      if (id !== undefined) this.#addClaim(kind, id, numbers);
    }
    if (request.method === 'GET' && this.#hasUnproved(kind)) {
      this.#noteShown(kind, idsAskedFor(kind, request)[0], answer);
    }
  }

  /** Whether a row of the kind is not proved yet, so that a read or a list may prove it. */
  #hasUnproved(kind: ResourceKind): boolean {
    return [...this.#claims.values()].some((one) => one.kind === kind && one.standing !== 'own');
  }

  #noteShown(kind: ResourceKind, asked: string | undefined, answer: Exchange): void {
    const askedId = asked !== undefined && isIdOf(kind, asked) ? asked : undefined;
    for (const item of rowsIn(kind, answer)) {
      const id = idOf(kind, item) ?? askedId;
      if (id !== undefined) this.#noteRow(kind, id, item);
    }
    if (askedId === undefined || answer.response.status !== 404) return;
    const claim = this.#claimOf(kind, askedId);
    if (claim.standing === 'removed') claim.standing = 'absent';
  }

  #noteRow(kind: ResourceKind, id: string, item: Json): void {
    const claim = this.#claims.get(`${kind.name} ${normalId(id)}`);
    if (claim === undefined || !isOwnElement(item, kind, this.#run.marker)) return;
    const numbers = this.#numbersIn(kind, item);
    // A text that is truncated after the marker has no number.
    const isCut = numbers.length === 0;
    const isNumbered = numbers.some((number) => claim.numbers.has(number));
    if (isCut || isNumbered || claim.isAdopted) claim.standing = 'own';
  }

  /** The numbers after the marker in the texts of a row. */
  #numbersIn(kind: ResourceKind, row: unknown): readonly string[] {
    const texts = isObject(row) ? ownTexts(row, kind) : [];
    return texts.flatMap((text) => [...text.matchAll(this.#numbered)].map(([, , one = '']) => one));
  }
}

function isKnown({ standing }: Claim): boolean {
  return standing === 'own' || standing === 'absent';
}

/** Other safe methods, such as PROPFIND, are unknown to many servers, which may do anything. */
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Whether a query names another method, as some frameworks read it. */
function overridesMethod(request: RequestSpecification): boolean {
  return queryOf(request).some(([name]) => /^(_?method|action)$/.test(name));
}

/** The parts of a request that may name rows. */
function namesIn({ body, ...request }: RequestSpecification): NamingRequest {
  // Most requests have no JSON, and an exception takes longer than all the rest.
  if (typeof body !== 'string' || !/^\s*[[{]/.test(body)) return request;
  try {
    return { ...request, json: parseJson(body) };
  } catch {
    return request;
  }
}

/** Whether a read is rejected because of the id, not because of who reads. */
function saysNone({ response: { status } }: Exchange): boolean {
  return isRejected(status) && status !== 401 && status !== 403;
}
