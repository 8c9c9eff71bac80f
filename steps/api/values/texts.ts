/** Unusual texts, of which two fit into the fields of one row. */
import type { CheckRun, DataTable } from '../../../conformance/index.js';
import type { Resource } from '../../world/service.js';
import { ownEmail, ownName } from '../requests/bodies.js';
import type { Sample } from './round-trips.js';

/** A kind of text, and the text at the beginning and at the end of a field. */
export interface UnusualText {
  readonly label: string;
  readonly first: string;
  readonly last: string;
}

/** The texts of a table, each at both ends of its fields, where blanks are lost most easily. */
export function textsIn(table: DataTable): readonly UnusualText[] {
  return table.hashes().map(({ kind: label = '', text: json = '' }) => {
    const text = JSON.parse(json) as string;
    return { label, first: text, last: text };
  });
}

/** Whether trimming could change a text. */
const isTrimmed = ({ first }: UnusualText) => /^[\p{C}\p{Z}]|[\p{C}\p{Z}]$/u.test(first);

/**
 * Joins texts in pairs: one is at the beginning of a field, the other at its end. Texts that
 * trimming could change are joined with each other.
 */
export function joinPairs(texts: readonly UnusualText[]): readonly UnusualText[] {
  const inOrder = [...texts.filter(isTrimmed), ...texts.filter((text) => !isTrimmed(text))];
  return inOrder.flatMap((one, index) => {
    if (index % 2 === 1) return [];
    const { label, last } = inOrder[index + 1] ?? one;
    return [{ label: `${one.label} and ${label}`, first: one.first, last }];
  });
}

/** Swaps the text at the beginning with that at the end. */
export function swapEnds({ label, first, last }: UnusualText): UnusualText {
  return { label, first: last, last: first };
}

const wrap = ({ first, last }: UnusualText, middle: string) => `${first}${middle}${last}`;

/** Capitals, also in the domain, and signs that every validation accepts. */
const unusualEmail = (run: CheckRun) =>
  `First.Last+Tag_${ownEmail(run).replace(/@.*/, (domain) => domain.toUpperCase())}`;

/** Only an update stores an e-mail address of any form, since it does not validate. */
export type Write = 'create' | 'update';

/** A row with the text in its fields; a description has it alone, with its ends exchanged. */
export function sampleOf(
  run: CheckRun,
  resource: Resource,
  text: UnusualText,
  request: Write,
): Sample {
  const { label, first, last } = text;
  const name = wrap(text, ownName(run));
  if (resource === 'users') {
    const email = request === 'create' ? unusualEmail(run) : wrap(swapEnds(text), ownEmail(run));
    return { label, members: { name, email } };
  }
  const description = first === last ? first : `${last}${first}`;
  return { label, members: { name, description } };
}
