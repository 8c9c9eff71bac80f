/**
 * Proves that resources without a text of their own belong to the run: such as an order, by the
 * customer that it names. An answer to the run has named the order, and nobody else makes orders for
 * a customer that the run has created.
 */
import { type Json, ownMember } from '../../kit/collections.js';
import type { Exchange } from '../http/exchange.js';
import { writeJson } from '../http/json.js';
import { asId, idInPath, idOf, itemPath, normalId } from '../suite/resource-kinds.js';
import type { ResourceKind } from '../suite/suite.js';
import { containsMarker } from './marker.js';
import type { Get } from './own-lists.js';
import { isOwnElement, rowIn } from './shown-rows.js';

/** The part of a run that recognizes resources. */
interface RecognizingRun {
  readonly marker: string;
  readonly suite: { readonly resources: readonly ResourceKind[] };
}

/** The resource at a path in an answer, when its kind has `refers`. */
export function referringRow(
  path: string,
  answer: Exchange,
  { resources }: RecognizingRun['suite'],
): { readonly row: Json; readonly refers: Readonly<Record<string, string>> } | undefined {
  for (const kind of resources) {
    const { refers } = kind;
    const id = idInPath(kind, path);
    if (refers === undefined || id === undefined) continue;
    const row = rowIn(kind, answer);
    if (row !== undefined && idOf(kind, row) === normalId(id)) return { row, refers };
  }
  return undefined;
}

/**
 * Whether an answer shows the resource at a path, and in it a member of `refers` that names a resource
 * with the run's marker.
 */
export async function refersToOwn(
  path: string,
  answer: Exchange,
  get: Get,
  run: RecognizingRun,
): Promise<boolean> {
  const { marker, suite } = run;
  const { row = {}, refers = {} } = referringRow(path, answer, suite) ?? {};
  for (const [member, name] of Object.entries(refers)) {
    const other = suite.resources.find((one) => one.name === name);
    const named = other && asId(other, ownMember(row, member));
    if (other === undefined || named === undefined) continue;
    const shown = rowIn(other, await get(itemPath(other, named)));
    if (shown !== undefined && isOwn(shown, other, marker)) return true;
  }
  return false;
}

/** Without `members`, any text counts, also of a nested object. */
function isOwn(shown: Json, kind: ResourceKind, marker: string): boolean {
  const { members } = kind;
  return members.length > 0
    ? isOwnElement(shown, kind, marker)
    : containsMarker(writeJson(shown), marker);
}
