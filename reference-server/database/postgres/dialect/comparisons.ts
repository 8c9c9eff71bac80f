/** Comparisons, in which the type of a column decides what a value is compared as. */
import { asDynamic, asOperand, asText, isNumeric, type Piece } from './piece.js';
import type { Statement } from './statement.js';

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'IS' | 'IS NOT';

const distinctness: Readonly<Record<string, string>> = {
  IS: 'IS NOT DISTINCT FROM',
  'IS NOT': 'IS DISTINCT FROM',
};

const isKnown = (piece: Piece): boolean => isNumeric(piece) || piece.kind === 'text';

/**
 * Whether two values are compared as they are: neither is a column's, so that a number is never
 * equal to a text. Of a parameter beside a text that is calculated the text is compared, so that an
 * index of the calculated text serves.
 */
function isDynamic(left: Piece, right: Piece): boolean {
  if (left.kind === 'null' || right.kind === 'null') return false;
  if (left.hasAffinity || right.hasAffinity) return false;
  const kinds = [left.kind, right.kind];
  if (kinds.includes('dynamic')) return true;
  if (kinds.includes('parameter')) {
    const other = left.kind === 'parameter' ? right : left;
    return other.kind !== 'text' || other.literal !== undefined;
  }
  return isKnown(left) && isKnown(right) && isNumeric(left) !== isNumeric(right);
}

function compareDynamic(operator: ComparisonOperator, left: string, right: string): string {
  const same =
    distinctness[operator] ?? (operator === '=' || operator === '<>' ? operator : undefined);
  if (same !== undefined) return `(${left} ${same} ${right})`;
  return `(touchstone.compare(${left}, ${right}) ${operator} 0)`;
}

/** A comparison of two translated expressions. */
export function compare(
  statement: Statement,
  operator: ComparisonOperator,
  left: Piece,
  right: Piece,
): string {
  const collation = left.collation ?? right.collation;
  if (collation !== undefined) {
    const [first, second] = [left, right].map((piece) => collated(statement, piece, collation));
    return `(${first} ${distinctness[operator] ?? operator} ${second})`;
  }
  if (isDynamic(left, right)) {
    return compareDynamic(operator, asDynamic(statement, left), asDynamic(statement, right));
  }
  const sign = distinctness[operator] ?? operator;
  const [first, second] = [asOperand(statement, left), asOperand(statement, right)];
  if (second === 'NULL') return `(${first === 'NULL' ? 'NULL::text' : first} ${operator} NULL)`;
  return `(${first} ${sign} ${second})`;
}

/** What a collation of SQLite makes of texts before it compares them byte by byte. */
export function collated(statement: Statement, piece: Piece, collation: string): string {
  const text = `${asText(statement, piece)} COLLATE "C"`;
  if (collation === 'NOCASE') return `lower(${text})`;
  return collation === 'RTRIM' ? `rtrim(${text}, ' ')` : text;
}
