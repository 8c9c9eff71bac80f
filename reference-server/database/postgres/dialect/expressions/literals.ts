import type { Literal } from 'sqlite3-parser';
import { quoteText } from '../names.js';
import type { Piece } from '../piece.js';
import type { Statement } from '../statement.js';

/** A literal. */
export function translateLiteral(statement: Statement, literal: Literal): Piece {
  switch (literal.type) {
    case 'NumericLiteral':
      return translateNumber(literal.value);
    case 'StringLiteral':
      return { sql: `${quoteText(literal.value)}::text`, kind: 'text', literal: literal.value };
    case 'BlobLiteral': {
      const hex = Buffer.from(literal.bytes).toString('hex');
      return { sql: `'\\x${hex}'::bytea`, kind: 'blob', literal: hex };
    }
    case 'NullLiteral':
      return { sql: 'NULL', kind: 'null' };
    case 'CurrentTimestampLiteral':
      return { sql: 'touchstone.now()', kind: 'text' };
    case 'CurrentDateLiteral':
      return { sql: "touchstone.date('now')", kind: 'text' };
    case 'CurrentTimeLiteral':
      return { sql: "touchstone.time('now')", kind: 'text' };
    case 'KeywordLiteral':
      return statement.refuse(literal, `${literal.value} is no value`);
  }
}

function translateNumber(text: string): Piece {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.startsWith('0x')) {
    const sql = String(BigInt.asIntN(64, BigInt(plain)));
    return { sql, kind: 'integer', literal: sql };
  }
  const isInteger = /^\d+$/.test(plain) && BigInt(plain) < 2n ** 63n;
  return { sql: plain, kind: isInteger ? 'integer' : 'real', literal: plain };
}
