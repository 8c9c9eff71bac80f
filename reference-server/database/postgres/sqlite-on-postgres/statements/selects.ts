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
  ValuesRow,
  With,
} from 'sqlite3-parser';
import { type ResolveTerm, translateOrder } from '../expressions/sorting.js';
import { translateWindow } from '../expressions/windows.js';
import { quoteName } from '../translator/postgres-text.js';
import { asInteger, asValue, unify } from '../translator/sql-fragment.js';
import type { Alias, Grouping, Scope, SelectUse, Translator } from '../translator/translator.js';
import type { ParameterRole } from '../values/parameters.js';
import { findGrouping, translateGroupBy } from './grouping.js';
import { sortAround } from './result-order.js';
import {
  type Conversion,
  findConversions,
  type ResultCell,
  showCells,
  translateCells,
} from './results.js';
import { findSources, translateFrom } from './sources.js';

const compoundOperators: Readonly<Record<CompoundOperator, string>> = {
  Union: 'UNION',
  UnionAll: 'UNION ALL',
  Except: 'EXCEPT',
  Intersect: 'INTERSECT',
};

/** A translated query without its ORDER BY and LIMIT. */
interface Part {
  /** The columns of its result; none for VALUES. */
  readonly cells: readonly ResultCell[];
  readonly show: (conversions?: readonly (Conversion | undefined)[]) => string;
}

/** Translates a query with all its clauses. */
export function translateSelect(translator: Translator, select: Select, use: SelectUse): string {
  const head = select.with === undefined ? '' : `${translateWith(translator, select.with)} `;
  if (select.compounds !== undefined && select.compounds.length > 0)
    return head + translateCompound(translator, select, use);
  const { select: one } = select;
  if (one.type === 'SelectFrom') return head + translateSelectFrom(translator, one, select, use);
  return head + valuesPart(translator, one).show() + translateEnd(translator, select);
}

/** In SQLite, all compound operators have the same precedence and are left-associative. */
function translateCompound(translator: Translator, select: Select, use: SelectUse): string {
  const { compounds = [], orderBy } = select;
  const first = translatePart(translator, select.select, use);
  // The first part names the columns.
  const useOfOthers = use === 'statement' ? 'values' : use;
  const others = compounds.map(({ select: part, operator }) => ({
    ...{ operator, part: translatePart(translator, part, useOfOthers) },
  }));
  const { cells } = first;
  const conversions = findConversions([cells, ...others.map(({ part }) => part.cells)]);
  const sql = others.reduce(
    (left, { operator, part }) =>
      `(${left}) ${compoundOperators[operator]} (${part.show(conversions)})`,
    first.show(conversions),
  );
  const isDynamic = (cell: ResultCell) => conversions[cells.indexOf(cell)] === 'dynamic';
  const sorted = orderBy && sortAround(translator, sql, { cells, isDynamic }, orderBy);
  if (sorted !== undefined) return sorted + translateEnd(translator, { limit: select.limit });
  const aliases = aliasesOf(select.select.type === 'SelectFrom' ? select.select.columns : []);
  return sql + translator.withinFreshScope({ aliases }, () => translateEnd(translator, select));
}

/** Translates a part of a UNION, whose columns have one type each. */
function translatePart(translator: Translator, one: OneSelect, use: SelectUse): Part {
  if (one.type !== 'SelectFrom') return valuesPart(translator, one);
  return translator.within(scopeOf(translator, one), () => {
    const grouping = findGrouping(translator, one);
    const role = use === 'storage' ? 'dynamic' : 'own';
    return selectPart(translator, one, { grouping, use, role });
  });
}

function translateEnd(
  translator: Translator,
  { orderBy, limit }: Partial<Pick<Select, 'orderBy' | 'limit'>>,
  resolve?: ResolveTerm,
): string {
  const order = orderBy === undefined ? '' : ` ${translateOrder(translator, orderBy, resolve)}`;
  return order + (limit === undefined ? '' : ` ${translateLimit(translator, limit)}`);
}

function valuesPart(
  translator: Translator,
  { values }: Extract<OneSelect, { type: 'SelectValues' }>,
): Part {
  const sql = `VALUES ${translateValues(translator, values).join(', ')}`;
  return { cells: [], show: () => sql };
}

/** Translates the rows of VALUES, whose columns have one type each. */
function translateValues(translator: Translator, rows: readonly ValuesRow[]): string[] {
  const fragments = rows.map(({ values }) => values.map((value) => translator.expression(value)));
  const width = Math.max(...fragments.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, index) => {
    const cells = fragments.flatMap((row) => row[index] ?? []);
    return cells.length < fragments.length ? undefined : unify(translator, cells).sql;
  });
  return fragments.map((row, place) => {
    const cells = row.map((cell, index) => columns[index]?.[place] ?? asValue(translator, cell));
    return `(${cells.join(', ')})`;
  });
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

const scopeOf = (translator: Translator, { from, columns }: SelectFrom): Partial<Scope> => ({
  sources: findSources(translator, from),
  grouping: undefined,
  aliases: aliasesOf(columns),
  seesAliases: false,
  qualifier: undefined,
});

interface PartOptions {
  readonly grouping: Grouping | undefined;
  readonly use: SelectUse;
  readonly role: ParameterRole;
}

function selectPart(
  translator: Translator,
  select: SelectFrom,
  { grouping, use, role }: PartOptions,
): Part {
  const { distinctness, columns, from, whereClause, groupBy, having, windowClause } = select;
  const cells = translator.within({ grouping }, () =>
    translateCells(translator, columns, select, role),
  );
  const parts: string[] = [];
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
  const begin = `SELECT${distinctness === 'Distinct' ? ' DISTINCT' : ''}`;
  const show: Part['show'] = (conversions) =>
    [begin, showCells(translator, cells, use, conversions), ...parts].join(' ');
  return { cells, show };
}

/** Translates a query that is not a UNION, with its ORDER BY and LIMIT. */
function translateSelectFrom(
  translator: Translator,
  select: SelectFrom,
  end: Select,
  use: SelectUse,
): string {
  return translator.within(scopeOf(translator, select), () => {
    const grouping = findGrouping(translator, select);
    const { cells, show } = selectPart(translator, select, { grouping, use, role: 'dynamic' });
    const isDistinct = select.distinctness === 'Distinct';
    const isDynamic = ({ type }: ResultCell) => type === 'dynamic';
    const sorted =
      isDistinct && end.orderBy
        ? sortAround(translator, show(), { cells, isDynamic }, end.orderBy)
        : undefined;
    if (sorted !== undefined) return sorted + translateEnd(translator, { limit: end.limit });
    const resolve = isDistinct ? undefined : resolverOf(cells);
    return (
      show() +
      translator.within({ grouping, seesAliases: true, isDistinct }, () =>
        translateEnd(translator, end, resolve),
      )
    );
  });
}

/** Finds the column with values of several types that a term of ORDER BY means. */
function resolverOf(cells: readonly ResultCell[]): ResolveTerm {
  const named = new Map(
    cells.flatMap((cell) => (cell.alias === undefined ? [] : [[cell.alias.toLowerCase(), cell]])),
  );
  const find = (term: Expr): ResultCell | undefined => {
    if (term.type === 'NumericLiteral') return cells[Number(term.value) - 1];
    return term.type === 'Id' ? named.get(term.name.toLowerCase()) : undefined;
  };
  return (term) => {
    const cell = find(term);
    return cell?.type === 'dynamic' ? { sql: cell.sql, kind: 'dynamic' } : undefined;
  };
}

/** Translates LIMIT and OFFSET. A negative limit means no limit, a negative offset 0. */
function translateLimit(translator: Translator, { expr, offset }: Limit): string {
  const limit = `LIMIT ${bound(translator, expr, (value) => `touchstone.at_most(${value})`)}`;
  if (offset === undefined) return limit;
  return `${limit} OFFSET ${bound(translator, offset, (value) => `greatest(${value}, 0)`)}`;
}

/** @param check wraps a number that may be negative */
function bound(translator: Translator, expr: Expr, check: (value: string) => string): string {
  const fragment = translator.withinFreshScope({}, () => translator.expression(expr));
  if (fragment.parameter !== undefined)
    return check(translator.parameter(fragment.parameter, 'integer'));
  const { literal } = fragment;
  if (literal !== undefined && /^\d{1,18}$/.test(literal)) return translator.constant(literal);
  return check(asInteger(translator, fragment));
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
