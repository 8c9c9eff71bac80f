import type {
  CommonTableExpr,
  CompoundOperator,
  OneSelect,
  ResultColumn,
  Select,
  SelectFrom,
  With,
} from 'sqlite3-parser';
import { translateCondition, translateExpression, translateValue } from './expressions.js';
import { translateWindow } from './functions/windows.js';
import { findGrouping, translateGroupBy } from './grouping.js';
import { longestName, quoteName } from './names.js';
import { asValue } from './piece.js';
import { translateLimit, translateOrder } from './sorting.js';
import { findSources, translateFrom } from './sources.js';
import type { Alias, Scope, Statement } from './statement.js';

/** What a query is for: only a statement's own needs the names of its columns. */
export type SelectUse = 'statement' | 'values' | 'existence';

const compoundOperators: Readonly<Record<CompoundOperator, string>> = {
  Union: 'UNION',
  UnionAll: 'UNION ALL',
  Except: 'EXCEPT',
  Intersect: 'INTERSECT',
};

/** A query, with all that belongs to it. */
export function translateSelect(statement: Statement, select: Select, use: SelectUse): string {
  const head = select.with === undefined ? '' : `${translateWith(statement, select.with)} `;
  const { compounds = [] } = select;
  if (compounds.length === 0) return head + translateOne(statement, select.select, select, use);
  // In SQLite all of them bind alike, from left to right.
  let sql = translateOne(statement, select.select, undefined, use);
  for (const { operator, select: next } of compounds) {
    const right = translateOne(statement, next, undefined, use);
    sql = `(${sql}) ${compoundOperators[operator]} (${right})`;
  }
  const aliases = aliasesOf(select.select.type === 'SelectFrom' ? select.select.columns : []);
  return head + sql + statement.apart({ aliases }, () => translateEnd(statement, select));
}

function translateEnd(statement: Statement, { orderBy, limit }: Partial<Select>): string {
  const order = orderBy === undefined ? '' : ` ${translateOrder(statement, orderBy)}`;
  return order + (limit === undefined ? '' : ` ${translateLimit(statement, limit)}`);
}

function translateOne(
  statement: Statement,
  one: OneSelect,
  end: Select | undefined,
  use: SelectUse,
): string {
  if (one.type === 'SelectFrom') return translateSelectFrom(statement, one, end, use);
  const rows = one.values.map(
    ({ values }) => `(${values.map((value) => translateValue(statement, value)).join(', ')})`,
  );
  return `VALUES ${rows.join(', ')}${end === undefined ? '' : translateEnd(statement, end)}`;
}

function aliasesOf(columns: readonly ResultColumn[]): ReadonlyMap<string, Alias> {
  const aliases = new Map<string, Alias>();
  for (const column of columns) {
    if (column.type !== 'ExprResultColumn' || column.alias === undefined) continue;
    const { text } = column.alias.name;
    aliases.set(text.toLowerCase(), { name: text, expr: column.expr });
  }
  return aliases;
}

function translateSelectFrom(
  statement: Statement,
  select: SelectFrom,
  end: Select | undefined,
  use: SelectUse,
): string {
  const { distinctness, columns, from, whereClause, groupBy, having, windowClause } = select;
  const scope: Partial<Scope> = {
    sources: findSources(statement, from),
    grouping: undefined,
    aliases: aliasesOf(columns),
    seesAliases: false,
    qualifier: undefined,
  };
  return statement.within(scope, () => {
    const grouping = findGrouping(statement, select);
    const parts = [`SELECT${distinctness === 'Distinct' ? ' DISTINCT' : ''}`];
    const inGroups = <Result>(act: () => Result): Result => statement.within({ grouping }, act);
    parts.push(inGroups(() => translateColumns(statement, columns, use, select)));
    if (from?.select !== undefined) parts.push(`FROM ${translateFrom(statement, from)}`);
    if (whereClause !== undefined)
      parts.push(`WHERE ${translateCondition(statement, whereClause)}`);
    if (groupBy !== undefined) parts.push(`GROUP BY ${translateGroupBy(statement, select)}`);
    if (having !== undefined) {
      const condition = statement.within({ grouping, seesAliases: true }, () =>
        translateCondition(statement, having),
      );
      parts.push(`HAVING ${condition}`);
    }
    if (windowClause !== undefined) {
      const windows = windowClause.map(
        ({ name, window }) => `${quoteName(name.text)} AS (${translateWindow(statement, window)})`,
      );
      parts.push(`WINDOW ${windows.join(', ')}`);
    }
    const sorted = statement.within({ grouping, seesAliases: true }, () =>
      end === undefined ? '' : translateEnd(statement, end),
    );
    return parts.join(' ') + sorted;
  });
}

/** The columns of a result, named as in SQLite: by their text where they have no other name. */
export function translateColumns(
  statement: Statement,
  columns: readonly ResultColumn[],
  use: SelectUse,
  select?: SelectFrom,
): string {
  return columns.map((column) => translateColumn(statement, column, use, select)).join(', ');
}

function translateColumn(
  statement: Statement,
  column: ResultColumn,
  use: SelectUse,
  select: SelectFrom | undefined,
): string {
  if (column.type === 'StarResultColumn') return '*';
  if (column.type === 'TableStarResultColumn') return `${statement.name(column.table.text)}.*`;
  const isKey = select !== undefined && statement.scope.grouping?.isKey(column) === true;
  const translate = () => translateExpression(statement, column.expr);
  const piece = isKey ? statement.within({ grouping: undefined }, translate) : translate();
  const sql = asValue(statement, piece);
  if (use === 'existence') return sql;
  const name = nameOf(statement, column);
  if (name === undefined || sql.endsWith(quoteName(name))) return sql;
  if (Buffer.byteLength(name) <= longestName) return `${sql} AS ${quoteName(name)}`;
  if (use !== 'statement') return sql;
  return statement.refuse(
    column.expr,
    `The name of a result’s column is longer than ${longestName} bytes`,
    'give it a shorter one with AS',
  );
}

function nameOf(
  statement: Statement,
  { alias, expr }: Extract<ResultColumn, { type: 'ExprResultColumn' }>,
): string | undefined {
  if (alias !== undefined) return alias.name.text;
  if (expr.type === 'Id') return statement.spell(expr.name);
  if (expr.type === 'QualifiedExpr') return statement.spell(expr.column.text);
  return statement.textOf(expr);
}

/** A WITH clause. In SQLite each of them may be recursive. */
export function translateWith(statement: Statement, { ctes }: With): string {
  return `WITH RECURSIVE ${ctes.map((cte) => translateCte(statement, cte)).join(', ')}`;
}

function translateCte(statement: Statement, cte: CommonTableExpr): string {
  const { tblName, columns, materialized, select } = cte;
  if (isRecursive(statement, cte) && (select.limit ?? select.orderBy) !== undefined) {
    statement.refuse(
      select.limit ?? select.orderBy?.[0] ?? select,
      'A recursive query cannot have ORDER BY or LIMIT on PostgreSQL',
      'end the recursion by its WHERE, and put these clauses into the query that uses it',
    );
  }
  const names = columns?.map(({ colName }) => statement.name(colName.text));
  const list = names === undefined ? '' : ` (${names.join(', ')})`;
  const hint = { Any: '', Yes: 'MATERIALIZED ', No: 'NOT MATERIALIZED ' }[materialized];
  const sql = statement.within({ grouping: undefined, qualifier: undefined }, () =>
    translateSelect(statement, select, 'values'),
  );
  return `${statement.name(tblName.text)}${list} AS ${hint}(${sql})`;
}

function isRecursive(statement: Statement, { tblName, select }: CommonTableExpr): boolean {
  const name = tblName.text.toLowerCase();
  return (select.compounds ?? []).some(({ select: part }) =>
    findSources(statement, part.type === 'SelectFrom' ? part.from : undefined).some(
      ({ table }) => table?.toLowerCase() === name,
    ),
  );
}
