import type { Expr, Name } from 'sqlite3-parser';
import { translateExpression } from '../expressions.js';
import { quoteName } from '../names.js';
import type { Piece } from '../piece.js';
import type { Placed, Statement } from '../statement.js';

/** SQLite's names of a table's hidden integer key. */
const rowidNames = new Set(['rowid', '_rowid_']);

export function translateName(
  statement: Statement,
  at: Placed,
  table: Name | undefined,
  name: string,
): Piece {
  const lower = name.toLowerCase();
  const isQuoted = !/^\w/.test(statement.textOf(at));
  if (table === undefined && !isQuoted && (lower === 'true' || lower === 'false')) {
    const sql = lower === 'true' ? '1' : '0';
    return { sql, kind: 'integer', literal: sql };
  }
  const alias = table === undefined ? findAlias(statement, lower) : undefined;
  if (alias !== undefined) {
    return statement.within({ aliases: new Map() }, () => translateExpression(statement, alias));
  }
  const sql = rowidNames.has(lower)
    ? `${rowidOwner(statement, at, table)}.rowid`
    : columnName(statement, table, name);
  const { grouping } = statement.scope;
  const isPicked = grouping !== undefined && !grouping.keys.has(lower);
  const value = isPicked ? grouping.pick(sql) : sql;
  if (isJsonValue(statement, table?.text, lower)) return { sql: value, kind: 'dynamic' };
  return { sql: value, kind: 'column', hasAffinity: true };
}

const jsonValues = new Set(['key', 'value', 'atom']);

/** Whether a column is one of `json_each` whose values keep their types. */
function isJsonValue(statement: Statement, table: string | undefined, name: string): boolean {
  if (!jsonValues.has(name)) return false;
  return statement.scope.sources.some(
    ({ alias, isJson }) =>
      isJson && (table === undefined || alias.toLowerCase() === table.toLowerCase()),
  );
}

/** The expression that a query gives a name to, where the name is not one of a column. */
function findAlias(statement: Statement, name: string): Expr | undefined {
  const { aliases, seesAliases } = statement.scope;
  const alias = aliases.get(name)?.expr;
  if (alias === undefined || !(seesAliases || statement.isNoColumn(name))) return undefined;
  const isNamedAlike = new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`, 'i');
  return isNamedAlike.test(statement.textOf(alias)) ? undefined : alias;
}

const triggerRows = new Set(['new', 'old', 'excluded']);

function columnName(statement: Statement, table: Name | undefined, name: string): string {
  const column = statement.name(name);
  if (table === undefined) {
    const { qualifier } = statement.scope;
    return qualifier === undefined ? column : `${qualifier}.${column}`;
  }
  const owner = table.text.toLowerCase();
  return `${triggerRows.has(owner) ? owner : statement.name(table.text)}.${column}`;
}

function rowidOwner(statement: Statement, at: Placed, table: Name | undefined): string {
  if (table !== undefined) return statement.name(table.text);
  const [only, ...others] = statement.scope.sources;
  if (only === undefined || others.length > 0) {
    return statement.refuse(at, 'It is unclear whose rowid this is', 'put the table before it');
  }
  return quoteName(only.alias);
}
