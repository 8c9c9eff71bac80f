/** SELECT (https://sqlite.org/lang_select.html), with its WITH, ORDER BY and LIMIT. */
import type {
  CommonTableExpr,
  CompoundOperator,
  Expr,
  Limit,
  OneSelect,
  ResultColumn,
  Select,
  SelectFrom,
  With,
} from 'sqlite3-parser';
import { translateOrder } from '../expressions/sorting.js';
import { translateWindow } from '../functions/aggregates.js';
import type { ParameterRole } from '../parameters.js';
import { longestName, quoteName } from '../postgres-text.js';
import { asInteger, asValue } from '../sql-fragment.js';
import type { Alias, Scope, SelectUse, Translator } from '../translator.js';
import { findGrouping, translateGroupBy } from './grouping.js';
import { findSources, translateFrom } from './sources.js';

const compoundOperators: Readonly<Record<CompoundOperator, string>> = {
  Union: 'UNION',
  UnionAll: 'UNION ALL',
  Except: 'EXCEPT',
  Intersect: 'INTERSECT',
};

/** Translates a query with all its clauses. */
export function translateSelect(translator: Translator, select: Select, use: SelectUse): string {
  const head = select.with === undefined ? '' : `${translateWith(translator, select.with)} `;
  const { compounds = [] } = select;
  if (compounds.length === 0) return head + translateOne(translator, select.select, select, use);
  // In SQLite, all compound operators have the same precedence and are left-associative.
  let sql = translateOne(translator, select.select, undefined, use);
  for (const { operator, select: next } of compounds) {
    const right = translateOne(translator, next, undefined, use);
    sql = `(${sql}) ${compoundOperators[operator]} (${right})`;
  }
  const aliases = aliasesOf(select.select.type === 'SelectFrom' ? select.select.columns : []);
  return head + sql + translator.apart({ aliases }, () => translateEnd(translator, select));
}

function translateEnd(translator: Translator, { orderBy, limit }: Partial<Select>): string {
  const order = orderBy === undefined ? '' : ` ${translateOrder(translator, orderBy)}`;
  return order + (limit === undefined ? '' : ` ${translateLimit(translator, limit)}`);
}

function translateOne(
  translator: Translator,
  one: OneSelect,
  end: Select | undefined,
  use: SelectUse,
): string {
  if (one.type === 'SelectFrom') return translateSelectFrom(translator, one, end, use);
  const rows = one.values.map(
    ({ values }) => `(${values.map((value) => translator.value(value)).join(', ')})`,
  );
  return `VALUES ${rows.join(', ')}${end === undefined ? '' : translateEnd(translator, end)}`;
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
  translator: Translator,
  select: SelectFrom,
  end: Select | undefined,
  use: SelectUse,
): string {
  const { distinctness, columns, from, whereClause, groupBy, having, windowClause } = select;
  const scope: Partial<Scope> = {
    sources: findSources(translator, from),
    grouping: undefined,
    aliases: aliasesOf(columns),
    seesAliases: false,
    qualifier: undefined,
  };
  return translator.within(scope, () => {
    const grouping = findGrouping(translator, select);
    const parts = [`SELECT${distinctness === 'Distinct' ? ' DISTINCT' : ''}`];
    const inGroups = <Result>(act: () => Result): Result => translator.within({ grouping }, act);
    // The columns of a UNION have one type each.
    const role = end === undefined ? 'own' : 'dynamic';
    parts.push(inGroups(() => translateColumns(translator, columns, use, select, role)));
    if (from?.select !== undefined) parts.push(`FROM ${translateFrom(translator, from)}`);
    if (whereClause !== undefined) parts.push(`WHERE ${translator.condition(whereClause)}`);
    if (groupBy !== undefined) parts.push(`GROUP BY ${translateGroupBy(translator, select)}`);
    if (having !== undefined) {
      const condition = translator.within({ grouping, seesAliases: true }, () =>
        translator.condition(having),
      );
      parts.push(`HAVING ${condition}`);
    }
    if (windowClause !== undefined) {
      const windows = windowClause.map(
        ({ name, window }) => `${quoteName(name.text)} AS (${translateWindow(translator, window)})`,
      );
      parts.push(`WINDOW ${windows.join(', ')}`);
    }
    const isDistinct = distinctness === 'Distinct';
    const sorted = translator.within({ grouping, seesAliases: true, isDistinct }, () =>
      end === undefined ? '' : translateEnd(translator, end),
    );
    return parts.join(' ') + sorted;
  });
}

/** Translates LIMIT and OFFSET. A negative limit means no limit, a negative offset 0. */
function translateLimit(translator: Translator, { expr, offset }: Limit): string {
  const limit = `LIMIT ${bound(translator, expr, (value) => `touchstone.at_most(${value})`)}`;
  if (offset === undefined) return limit;
  return `${limit} OFFSET ${bound(translator, offset, (value) => `greatest(${value}, 0)`)}`;
}

/** @param check wraps a number that may be negative */
function bound(translator: Translator, expr: Expr, check: (value: string) => string): string {
  const fragment = translator.apart({}, () => translator.expression(expr));
  if (fragment.parameter !== undefined)
    return check(translator.parameter(fragment.parameter, 'integer'));
  const { literal } = fragment;
  if (literal !== undefined && /^\d{1,18}$/.test(literal)) return translator.constant(literal);
  return check(asInteger(translator, fragment));
}

/** Translates the columns of a result. Those without a name get their SQLite text as a name. */
export function translateColumns(
  translator: Translator,
  columns: readonly ResultColumn[],
  use: SelectUse,
  select?: SelectFrom,
  role: ParameterRole = 'dynamic',
): string {
  return columns.map((column) => translateColumn(translator, column, use, select, role)).join(', ');
}

function translateColumn(
  translator: Translator,
  column: ResultColumn,
  use: SelectUse,
  select: SelectFrom | undefined,
  role: ParameterRole,
): string {
  if (column.type === 'StarResultColumn') return '*';
  if (column.type === 'TableStarResultColumn') return `${translator.name(column.table.text)}.*`;
  const isKey = select !== undefined && translator.scope.grouping?.isKey(column) === true;
  const translate = () => translator.expression(column.expr);
  const fragment = isKey ? translator.within({ grouping: undefined }, translate) : translate();
  const sql = asValue(translator, fragment, role);
  if (use === 'existence') return sql;
  const name = nameOf(translator, column);
  if (name === undefined || sql.endsWith(quoteName(name))) return sql;
  if (Buffer.byteLength(name) <= longestName) return `${sql} AS ${quoteName(name)}`;
  if (use !== 'statement') return sql;
  return translator.refuse(
    column.expr,
    `The name of a result column is longer than ${longestName} bytes`,
    'give the column a shorter name with AS',
  );
}

function nameOf(
  translator: Translator,
  { alias, expr }: Extract<ResultColumn, { type: 'ExprResultColumn' }>,
): string | undefined {
  if (alias !== undefined) return alias.name.text;
  if (expr.type === 'Id') return translator.spell(expr.name);
  if (expr.type === 'QualifiedExpr') return translator.spell(expr.column.text);
  return translator.textOf(expr);
}

/** Translates WITH. In SQLite, each common table may be recursive, also without RECURSIVE. */
export function translateWith(translator: Translator, { ctes }: With): string {
  return `WITH RECURSIVE ${ctes.map((cte) => translateCte(translator, cte)).join(', ')}`;
}

function translateCte(translator: Translator, cte: CommonTableExpr): string {
  const { tblName, columns, materialized, select } = cte;
  if (isRecursive(translator, cte) && (select.limit ?? select.orderBy) !== undefined) {
    translator.refuse(
      select.limit ?? select.orderBy?.[0] ?? select,
      'A recursive query cannot have ORDER BY or LIMIT on PostgreSQL',
      'end the recursion by its WHERE, and put these clauses into the query that uses its rows',
    );
  }
  const names = columns?.map(({ colName }) => translator.name(colName.text));
  const list = names === undefined ? '' : ` (${names.join(', ')})`;
  const hint = { Any: '', Yes: 'MATERIALIZED ', No: 'NOT MATERIALIZED ' }[materialized];
  const sql = translator.within({ grouping: undefined, qualifier: undefined }, () =>
    translator.select(select, 'values'),
  );
  return `${translator.name(tblName.text)}${list} AS ${hint}(${sql})`;
}

function isRecursive(translator: Translator, { tblName, select }: CommonTableExpr): boolean {
  const name = tblName.text.toLowerCase();
  return (select.compounds ?? []).some(({ select: part }) =>
    findSources(translator, part.type === 'SelectFrom' ? part.from : undefined).some(
      ({ table }) => table?.toLowerCase() === name,
    ),
  );
}
