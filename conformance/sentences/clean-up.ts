/** Deletes what a run created, by the deletions that its scenarios recorded. */
import { escapeRegExp } from '../../kit/words.js';
import type { Exchange } from '../http/exchange.js';
import { SuiteMistake, TargetFailure, Violation } from '../outcomes.js';
import type { Ledger, Leftover } from '../scenarios/ledger.js';
import { readPlace, showsOwn } from './own-requests.js';
import type { CreationRule, Deletion, SentenceWorld } from './sentence-world.js';
import { hasPlaceholders } from './templates.js';

/** A deletion in a sentence, with placeholders in its paths. */
export interface DeletionTemplate {
  readonly method: string;
  readonly path: string;
  readonly shownBy?: string;
}

/** Deletions by ledger, in the order of their recording. A report lists only their paths. */
const deletions = new WeakMap<Ledger, Deletion[]>();

/** The deletions of a run; callers append to them. */
export function deletionsOf(ledger: Ledger): Deletion[] {
  const known = deletions.get(ledger) ?? [];
  deletions.set(ledger, known);
  return known;
}

/**
 * Records that the run must delete what the latest request created. Nothing is judged: when the
 * answer does not name what it created, the report lists a leftover.
 *
 * @throws SuiteMistake for a path without a placeholder, which could name data of others
 */
export function recordDeletion(template: DeletionTemplate, world: SentenceWorld): void {
  const { method, path, shownBy = path } = template;
  demandPlaceholder(method, path);
  if (world.answer.response.status >= 300) return;
  try {
    const place = { path: world.fillPath(path), shownBy: world.fillPath(shownBy) };
    world.cleanUp({ method, ...place });
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    world.run.ledger.expect(`${method} ${path}`);
  }
}

/** @throws SuiteMistake for the path of a deletion without a placeholder */
export function demandPlaceholder(method: string, path: string): void {
  if (hasPlaceholders(path)) return;
  throw new SuiteMistake(
    `${method} ${path} could delete data of others: its path has no placeholder for what was created.`,
  );
}

/** A rule for requests with this method and a matching path; a placeholder matches any segment. */
export function creationRule(
  method: string,
  path: string,
  deletion: DeletionTemplate,
): CreationRule {
  const parts = path.split(/\$\{[^}]*\}/).map(escapeRegExp);
  const expression = new RegExp(`^${parts.join('[^/]+')}$`);
  return (request, world) => {
    if (request.method !== method || !expression.test(request.path.replace(/\?.*$/s, ''))) return;
    recordDeletion(deletion, world);
  };
}

/**
 * Sends the recorded deletions, latest first.
 *
 * @returns the leftovers, each with its reason
 */
export async function deleteRecorded(world: SentenceWorld): Promise<readonly Leftover[]> {
  const { ledger } = world.run;
  const said = new Map(deletionsOf(ledger).map((one) => [`${one.method} ${one.path}`, one]));
  const leftovers: Leftover[] = [];
  for (const { resource: method, id: path } of ledger.rows) {
    const reason = await remove(world, said.get(`${method} ${path}`) ?? { method, path });
    if (reason === undefined) ledger.remove({ resource: method, id: path });
    else leftovers.push({ resource: method, id: path, reason });
  }
  for (const resource of ledger.resources) {
    for (let count = ledger.countUnnamed(resource); count > 0; count -= 1) {
      leftovers.push({ resource, id: null, reason: 'no answer named it' });
    }
  }
  return leftovers;
}

/** @returns why it is left; undefined when it is gone */
async function remove(world: SentenceWorld, deletion: Deletion): Promise<string | undefined> {
  const { method, path, headers = credentialHeaders(world), shownBy = path } = deletion;
  const { client } = world.run;
  try {
    const read = await readPlace(shownBy, headers, world);
    if (isGone(read) && shownBy === path) return undefined;
    if (!showsOwn(read, path, world)) {
      return `GET ${shownBy} does not show that it belongs to the run`;
    }
    const { response } = await client.send({ method, path, headers });
    if (response.status < 300 || isGone({ response })) return undefined;
    return `${method} was answered with ${response.status}`;
  } catch (error) {
    if (error instanceof TargetFailure) return error.message;
    throw error;
  }
}

function isGone({ response }: Pick<Exchange, 'response'>): boolean {
  return response.status === 404 || response.status === 410;
}

/** Headers for the deletions of a report, which does not contain any. */
function credentialHeaders({ run }: SentenceWorld): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, header, opposite } of run.suite.credentials) {
    const value = run.credentials[name];
    if (header === undefined || value === undefined || opposite !== undefined) continue;
    headers[header.name] ??= header.value.replaceAll('${value}', () => value);
  }
  return headers;
}
