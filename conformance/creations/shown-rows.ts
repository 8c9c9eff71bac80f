/** What answers show of the kinds of resources that a suite declares: rows, lists, and own texts. */
import { type Json, ownMember } from '../../kit/collections.js';
import { type Exchange, jsonOf } from '../http/exchange.js';
import { isObject } from '../http/json.js';
import { idOf, namingMemberOf } from '../suite/resource-kinds.js';
import type { ResourceKind } from '../suite/suite.js';
import { containsMarker } from './marker.js';

/** The elements of the list in an answer, also inside an object: the array that is nearest to the root. */
export function elementsIn(answer: Exchange): readonly unknown[] | undefined {
  return isSuccess(answer) ? nearestArray(jsonOf(answer.response)?.value) : undefined;
}

function nearestArray(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const members = Object.values(value);
  return members.find(Array.isArray) ?? members.filter(isObject).map(nearestArray).find(Boolean);
}

/**
 * The texts of a resource that only its creator sets, as they are and in small letters: a target may
 * store them in another case.
 */
export function ownTexts(element: Json, { members }: ResourceKind): readonly string[] {
  const names = members.length === 0 ? Object.keys(element) : members;
  const texts = names.map((name) => ownMember(element, name)).filter((one) => isText(one));
  return texts.flatMap((text) => [text, text.toLowerCase()]);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a text of a resource contains the run's marker. */
export function isOwnElement(element: Json, kind: ResourceKind, marker: string): boolean {
  return ownTexts(element, kind).some((text) => containsMarker(text, marker));
}

export function isSuccess({ response }: Exchange): boolean {
  return response.status >= 200 && response.status < 300;
}

/** The rows in an answer, at any depth. An error body with 2XX is not a row. */
export function rowsIn(kind: ResourceKind, answer: Exchange): readonly Json[] {
  const names = [namingMemberOf(kind), ...kind.members];
  const find = (value: unknown): readonly Json[] => {
    if (Array.isArray(value)) return value.flatMap(find);
    if (!isObject(value)) return [];
    const isRow = names.some((name) => ownMember(value, name) !== undefined);
    return isRow ? [value] : Object.values(value).flatMap(find);
  };
  return isSuccess(answer) ? find(jsonOf(answer.response)?.value) : [];
}

/** The only row in an answer. */
export function rowIn(kind: ResourceKind, answer: Exchange): Json | undefined {
  const rows = rowsIn(kind, answer);
  return rows.length === 1 ? rows[0] : undefined;
}

/** The id in the answer to a create. */
export function idIn(kind: ResourceKind, answer: Exchange): string | undefined {
  const row = rowIn(kind, answer);
  return row && idOf(kind, row);
}
