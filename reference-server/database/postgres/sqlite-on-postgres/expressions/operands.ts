/** Operands of expressions: names of columns, and literals. */
import type { Expr, Literal, Name } from 'sqlite3-parser';
import { quoteName, quoteText } from '../translator/postgres-text.js';
import type { SqlFragment } from '../translator/sql-fragment.js';
import type { Placed } from '../translator/sqlite-text.js';
import type { Translator } from '../translator/translator.js';

/** An expression without the parentheses around it. */
export function unwrap(expression: Expr): Expr {
  if (expression.type !== 'ParenthesizedExpr') return expression;
  const [only, ...others] = expression.exprs;
  return only === undefined || others.length > 0 ? expression : unwrap(only);
}

/** SQLite's names of a table's hidden integer key (https://sqlite.org/rowidtable.html). */
const rowidNames = new Set(['rowid', '_rowid_']);

/** Translates the name of a column, an alias, `TRUE` or `FALSE`. */
export function translateName(
  translator: Translator,
  at: Placed,
  table: Name | undefined,
  name: string,
): SqlFragment {
  const lower = name.toLowerCase();
  const isQuoted = !/^\w/.test(translator.textOf(at));
  if (table === undefined && !isQuoted && (lower === 'true' || lower === 'false')) {
    const sql = lower === 'true' ? '1' : '0';
    return { sql, kind: 'integer', literal: sql };
  }
  const alias = table === undefined ? findAlias(translator, lower) : undefined;
  if (alias !== undefined) {
    return translator.within({ aliases: new Map() }, () => translator.expression(alias));
  }
  const sql = rowidNames.has(lower)
    ? `${rowidOwner(translator, at, table)}.rowid`
    : columnName(translator, table, name);
  const { grouping } = translator.scope;
  const isPicked = grouping !== undefined && !grouping.keys.has(lower);
  const value = isPicked ? grouping.pick(sql) : sql;
  const column = translator.findColumn(table?.text, name);
  if (column?.type === 'jsonb' || isJsonValue(translator, table?.text, lower)) {
    return { sql: value, kind: 'dynamic', column };
  }
  return { sql: value, kind: 'column', hasAffinity: true, column };
}

const jsonValues = new Set(['key', 'value', 'atom']);

/** Whether a column belongs to `json_each` and its values keep their types. */
function isJsonValue(translator: Translator, table: string | undefined, name: string): boolean {
  if (!jsonValues.has(name)) return false;
  const wanted = table?.toLowerCase();
  return translator.scope.sources.some(
    ({ alias, isJson }) => isJson && (wanted === undefined || alias.toLowerCase() === wanted),
  );
}

/** Whether the expression of an alias contains its name; kept, because aliases are often used. */
const ownNames = new WeakMap<Expr, boolean>();

/** The expression of an alias, where the name is not the name of a column. */
function findAlias(translator: Translator, name: string): Expr | undefined {
  const { aliases, seesAliases } = translator.scope;
  const alias = aliases.get(name)?.expr;
  if (alias === undefined || !(seesAliases || translator.isNoColumn(name))) return undefined;
  let isOwn = ownNames.get(alias);
  if (isOwn === undefined) {
    const named = new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`, 'i');
    isOwn = named.test(translator.textOf(alias));
    ownNames.set(alias, isOwn);
  }
  return isOwn ? undefined : alias;
}

const triggerRows = new Set(['new', 'old', 'excluded']);

function columnName(translator: Translator, table: Name | undefined, name: string): string {
  const column = translator.name(name);
  if (table === undefined) {
    const { qualifier } = translator.scope;
    return qualifier === undefined ? column : `${qualifier}.${column}`;
  }
  const owner = table.text.toLowerCase();
  return `${triggerRows.has(owner) ? owner : translator.name(table.text)}.${column}`;
}

function rowidOwner(translator: Translator, at: Placed, table: Name | undefined): string {
  const { sources } = translator.scope;
  const wanted = table?.text.toLowerCase();
  const owner = sources.find(
    ({ alias }) => alias.toLowerCase() === (wanted ?? alias.toLowerCase()),
  );
  if (owner?.table !== undefined && translator.isWithoutIds(owner.table)) {
    translator.refuse(
      at,
      `Rows of "${owner.table}" have no rowid on PostgreSQL`,
      'give the table an INTEGER PRIMARY KEY, or find its rows by other columns',
    );
  }
  if (table !== undefined) return translator.name(table.text);
  const [only, ...others] = sources;
  if (only === undefined || others.length > 0) {
    return translator.refuse(
      at,
      'It is unclear whose rowid this is',
      'put the name of the table before it',
    );
  }
  return quoteName(only.alias);
}

/** Translates a literal. */
export function translateLiteral(translator: Translator, literal: Literal): SqlFragment {
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
      return translator.refuse(literal, `${literal.value} is not a value`);
  }
}

function translateNumber(text: string): SqlFragment {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.startsWith('0x')) {
    const sql = String(BigInt.asIntN(64, BigInt(plain)));
    return { sql, kind: 'integer', literal: sql };
  }
  if (!Number.isFinite(Number(plain))) {
    return { sql: "'Infinity'::double precision", kind: 'real' };
  }
  const isInteger = /^\d+$/.test(plain) && BigInt(plain) < 2n ** 63n;
  return { sql: plain, kind: isInteger ? 'integer' : 'real', literal: plain };
}
