/** Adds needs to requirements in the files of a catalogue, and keeps everything else as it is. */

import { createRequire } from 'node:module';
import type { Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { mustExist } from '../../kit/invariant.js';

const load = createRequire(import.meta.url);

/** A node with its place in the text; every node of a parsed text has one. */
interface Placed {
  readonly range?: readonly [start: number, valueEnd: number, nodeEnd: number] | null;
  readonly flow?: boolean;
}

function rangeOf(node: Placed | null | undefined): readonly [number, number, number] {
  return mustExist(node?.range, 'range of a node');
}

/**
 * Adds an id to the needs of a requirement.
 *
 * @returns the changed text; undefined when the requirement is not in it
 */
export function withNeed(text: string, id: string, need: string): string | undefined {
  const { parseDocument, isMap, isSeq } = load('yaml') as typeof import('yaml');
  const requirements = parseDocument(text).get('requirements');
  const entries = isSeq(requirements) ? requirements.items : [];
  const entry = entries.find((one) => isMap(one) && one.get('id') === id) as YAMLMap | undefined;
  if (entry === undefined) return undefined;
  const needs = entry.get('needs', true) as (YAMLSeq & Placed) | undefined;
  if (isSeq(needs)) return insertInto(needs, need, text);
  const idPair = (entry.items as Pair<Scalar, Scalar>[]).find(({ key }) => key.value === 'id');
  const [keyStart] = rangeOf(idPair?.key);
  const [, valueEnd] = rangeOf(idPair?.value);
  if (entry.flow) return insert(text, valueEnd, `, needs: [${need}]`);
  const column = keyStart - (text.lastIndexOf('\n', keyStart - 1) + 1);
  return insert(
    text,
    endOfLine(text, valueEnd),
    `${lineEnd(text)}${' '.repeat(column)}needs: [${need}]`,
  );
}

function insertInto(needs: YAMLSeq & Placed, need: string, text: string): string {
  const last = needs.items.at(-1) as Placed | undefined;
  const [start] = rangeOf(needs);
  if (last === undefined) return insert(text, text.indexOf('[', start) + 1, need);
  const [itemStart, itemEnd] = rangeOf(last);
  if (needs.flow) return insert(text, itemEnd, `, ${need}`);
  const dash = text.slice(text.lastIndexOf('\n', itemStart - 1) + 1, itemStart);
  return insert(text, endOfLine(text, itemEnd), `${lineEnd(text)}${dash}${need}`);
}

function insert(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at);
}

/** The place before the line break after a place. */
function endOfLine(text: string, at: number): number {
  return at + text.slice(at).search(/\r?\n|$/);
}

function lineEnd(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}
