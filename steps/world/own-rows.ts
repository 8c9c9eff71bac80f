/**
 * The rows of the target that belong to this run. An id in an answer is only a claim: a request that
 * can change a row is sent only after a read or a list has shown the run's own values in it. The
 * harness's guard (`own-requests.ts`) knows paths alone; here, a row must also be that of the scenario,
 * and every number in a query or a body may be an id, for a faulty target.
 */
import {
  Blocked,
  type CheckRun,
  type Exchange,
  isObject,
  numberedTexts,
  type OwnedResource,
  render,
} from '../../conformance/index.js';
import { isId, isRejected, isSuccess } from './answers.js';
import { contentOf, idOf, listIn } from './contents.js';
import { credentialName } from './credentials.js';
import { walkList } from './lists.js';
import { requestRow } from './requests.js';
import {
  type JsonObject,
  pathOf,
  type Resource,
  type RowKey,
  type ScenarioRow,
  type Sender,
  type ServiceRequest,
} from './service.js';

/** A row as the clean-up of the run knows it. */
export function ownedRow(run: CheckRun, { resource, id }: RowKey): OwnedResource {
  const name = credentialName(run, resource);
  return {
    deletion: { method: 'DELETE', path: `${pathOf(resource)}?id=${id}` },
    ...(name === undefined ? {} : { credentials: [name] }),
  };
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
  readonly resource: Resource;
  readonly id: string;
  /** The numbers after the marker in values that were sent for the row. */
  readonly numbers: Set<string>;
  standing: Standing;
  /** Whether any row with the marker counts, from any scenario of the run. */
  isAdopted: boolean;
  /** The pending reads that prove the row, if any. */
  proof: Promise<void> | undefined;
}

/** The requirements behind a proof that a row is the run's own. */
const proofs: Readonly<Record<Resource, readonly string[]>> = {
  users: [
    'users.create.id',
    'users.read.status',
    'users.read.members',
    'users.list.complete',
    'users.read.unknown',
    'users.delete.removes',
  ],
  products: [
    'products.create.id',
    'products.read.status',
    'products.read.values',
    'products.list.rows',
    'products.read.unknown',
    'products.delete.removes',
  ],
};

/** The rows that a scenario may change. */
export class OwnRows {
  readonly #marker: string;
  readonly #numbered: RegExp;
  readonly #claims = new Map<string, Claim>();

  /** @param marker part of a text in each row of the run */
  constructor(marker: string) {
    this.#marker = marker;
    this.#numbered = numberedTexts(marker);
  }

  /**
   * Ensures that a request can change only the run's own rows, on a faulty target, too. Sends reads
   * where needed.
   *
   * @throws Blocked when no read or list proves a row of the request to be the run's own
   */
  async demand(world: Sender, request: ServiceRequest): Promise<void> {
    if (!canChange(request)) return;
    for (const id of idsNamedBy(request)) {
      const claim = this.#claimOf(request.resource, id);
      if (isKnown(claim)) continue;
      // Concurrent requests share the proof.
      claim.proof ??= this.#lookUp(world, claim, request).finally(() => {
        claim.proof = undefined;
      });
      await claim.proof;
    }
    for (const text of oddIdsIn(request)) await this.#demandNoOther(world, request, text);
  }

  /**
   * A target may find any row by an id that is not a number.
   *
   * @throws Blocked when a read with that id returns a row without a value of this run
   */
  async #demandNoOther(world: Sender, request: ServiceRequest, id: string): Promise<void> {
    const { resource, method } = request;
    const read = await requestRow(world, { resource, id });
    const shown = isSuccess(read) ? contentOf(read) : undefined;
    const isOther = isObject(shown) && isId(shown.id) && !this.isMarked(shown);
    if (!isOther) return;
    throw new Blocked(
      [`${resource}.read.no-other`, ...proofs[resource]],
      `${method} was not sent for the id ${render(id)}, since a read finds another row by it: ${render(shown)}.`,
    );
  }

  /** Records a request before it is sent. */
  noteRequest(request: ServiceRequest): void {
    if (!canChange(request) || request.method === 'POST') return;
    for (const id of idsNamedBy(request)) {
      const claim = this.#claimOf(request.resource, id);
      for (const number of this.#numbersSent(request)) claim.numbers.add(number);
      if (request.method === 'DELETE' || claim.standing === 'absent') claim.standing = 'removed';
    }
  }

  /** Records an answer and the rows in it. */
  noteAnswer(request: ServiceRequest, exchange: Exchange): void {
    const { method, resource } = request;
    if (method === 'POST' && isSuccess(exchange)) {
      const id = idOf(exchange);
      if (id !== undefined) this.#addClaim(resource, id, this.#numbersSent(request));
    }
    if (method === 'GET' && this.#hasUnproved(request)) this.#noteShown(request, exchange);
  }

  /** Whether a row of the resource is not proved yet, so that a read or a list may prove it. */
  #hasUnproved({ resource }: ServiceRequest): boolean {
    for (const claim of this.#claims.values()) {
      if (claim.resource === resource && claim.standing !== 'own') return true;
    }
    return false;
  }

  /** Whether a row of the target contains a value of this run. */
  isMarked(item: JsonObject): boolean {
    return textsOf(item).some((text) => text.includes(this.#marker));
  }

  /** Records a listed row with the marker as the scenario's own. */
  adopt(resource: Resource, id: string): void {
    const claim = this.#claimOf(resource, id);
    claim.standing = 'own';
    claim.isAdopted = true;
  }

  /** Whether a read or a list has shown the run's own values in a row. */
  isProved({ resource, id }: ScenarioRow): boolean {
    return this.#claimOf(resource, id).standing === 'own';
  }

  /**
   * Records a row that another scenario has created for this one.
   *
   * @param isProved whether a list has shown its values there
   */
  receive({ resource, id, members }: ScenarioRow, isProved: boolean): void {
    const numbers = textsOf(members).flatMap((text) => this.#numbersIn(text));
    this.#addClaim(resource, id, numbers);
    if (isProved) this.#claimOf(resource, id).standing = 'own';
  }

  /** Records a shared row of another scenario; a read must prove it here, too. */
  expectShared(resource: Resource, id: string): void {
    const claim = this.#claimOf(resource, id);
    claim.isAdopted = true;
  }

  #claimOf(resource: Resource, id: string): Claim {
    const digits = String(BigInt(id));
    const key = `${resource} ${digits}`;
    const known = this.#claims.get(key);
    if (known !== undefined) return known;
    const claim: Claim = {
      resource,
      id: digits,
      numbers: new Set(),
      standing: 'removed',
      isAdopted: false,
      proof: undefined,
    };
    this.#claims.set(key, claim);
    return claim;
  }

  #addClaim(resource: Resource, id: string, numbers: readonly string[]): void {
    const claim = this.#claimOf(resource, id);
    for (const number of numbers) claim.numbers.add(number);
    if (claim.standing !== 'own') claim.standing = 'claimed';
  }

  #noteShown({ resource, query = [] }: ServiceRequest, exchange: Exchange): void {
    const asked = query.find(([name]) => name === 'id')?.[1];
    for (const item of rowsIn(exchange)) {
      const id = isId(item.id) ? String(item.id) : asked;
      if (id !== undefined && isId(id)) this.#noteRow(resource, id, item);
    }
    if (asked === undefined || !isId(asked) || exchange.response.status !== 404) return;
    const claim = this.#claimOf(resource, asked);
    if (claim.standing === 'removed') claim.standing = 'absent';
  }

  #noteRow(resource: Resource, id: string, item: JsonObject): void {
    const claim = this.#claims.get(`${resource} ${BigInt(id)}`);
    if (claim === undefined || !this.isMarked(item)) return;
    const numbers = textsOf(item).flatMap((text) => this.#numbersIn(text));
    // A text that is truncated after the marker has no number.
    const isCut = numbers.length === 0;
    const isNumbered = numbers.some((number) => claim.numbers.has(number));
    if (isCut || isNumbered || claim.isAdopted) claim.standing = 'own';
  }

  /** Reads the row, and the list only when the read is not proof. */
  async #lookUp(world: Sender, claim: Claim, request: ServiceRequest): Promise<void> {
    const { resource, id, standing } = claim;
    const read = await requestRow(world, claim);
    if (isKnown(claim)) return;
    const listed = await findClaimed(world, claim);
    if (claim.standing === 'own') return;
    const [shown = listed ?? undefined] = rowsIn(read);
    const isAbsent = shown === undefined && (listed === null || isRejected(read));
    if (isAbsent && standing === 'removed') return;
    const found = shown === undefined ? 'neither a read nor the list shows it' : render(shown);
    throw new Blocked(
      proofs[resource],
      `${request.method} was not sent for the id ${id}, since nothing proves that the row belongs to this run: ${found}.`,
    );
  }

  #numbersSent({ json, text = '' }: ServiceRequest): string[] {
    const values = json ?? parse(text);
    return isObject(values) ? textsOf(values).flatMap((value) => this.#numbersIn(value)) : [];
  }

  #numbersIn(text: string): string[] {
    const lower = text.toLowerCase();
    if (!lower.includes(this.#marker)) return [];
    return [...lower.matchAll(this.#numbered)].map(([, , number = '']) => number);
  }
}

function isKnown({ standing }: Claim): boolean {
  return standing === 'own' || standing === 'absent';
}

/** Other safe methods, such as PROPFIND, are unknown to the service: a server may do anything. */
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Some frameworks read the method from the query string. */
const overrides = /^(_?method|action)$/;

/** Whether a request could change rows, on a faulty target, too. */
export function canChange({ method, query = [] }: ServiceRequest): boolean {
  if (method === 'OPTIONS') return query.some(([name]) => name === 'id');
  return !readingMethods.has(method) || query.some(([name]) => overrides.test(name));
}

/** The ids in the query string. */
function idsAskedFor({ path = '', query = [] }: ServiceRequest): readonly string[] {
  const ids = query.filter(([name]) => name === 'id').map(([, value]) => value);
  if (!path.includes('?')) return ids;
  return [...ids, ...new URLSearchParams(path.split('?')[1]).getAll('id')];
}

/** The ids in the query string that are not numbers; a POST creates a row whatever its id is. */
function oddIdsIn(request: ServiceRequest): readonly string[] {
  return request.method === 'POST' ? [] : idsAskedFor(request).filter((id) => !isId(id));
}

/** Every number in a request that a faulty target could use as the id of a row. */
function idsNamedBy(request: ServiceRequest): Set<string> {
  const body = request.json ?? parse(request.text ?? '');
  const named = [...idsAskedFor(request), ...(isObject(body) ? [String(body.id ?? '')] : [])];
  const numbers = named.flatMap((value) => value.match(/\d+/g) ?? []);
  return new Set(numbers.map((number) => String(BigInt(number))));
}

function parse(text: string): unknown {
  // Most requests have no text, and an exception takes longer than all the rest.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsOf(item: JsonObject): string[] {
  const texts = Object.values(item).filter((value) => typeof value === 'string');
  return texts.map((text) => text.toLowerCase());
}

/** The rows in an answer: a single row, a list or a page. An error body with 2XX is not a row. */
function rowsIn(exchange: Exchange): readonly JsonObject[] {
  if (!isSuccess(exchange)) return [];
  const objects = (listIn(exchange) ?? [contentOf(exchange)]).filter(isObject);
  return objects.filter((item) => rowMembers.some((name) => name in item));
}

const rowMembers = ['id', 'name', 'email', 'description'];

/** The item with the id; null when the list lacks it, undefined without a usable list. */
async function findClaimed(
  world: Sender,
  { resource, id }: Claim,
): Promise<JsonObject | null | undefined> {
  try {
    for await (const item of walkList(world, resource)) {
      if (isId(item.id) && String(item.id) === id) return item;
    }
    return null;
  } catch (error) {
    if (error instanceof Blocked) return undefined;
    throw error;
  }
}
