/** FROM (https://sqlite.org/lang_select.html): tables, joins, table functions and subqueries. */
import type { FromClause, JoinConstraint, JoinedSelectTable, SelectTable } from 'sqlite3-parser';
import { findFunction } from '../functions/functions.js';
import { quoteName } from '../translator/postgres-text.js';
import { asText } from '../translator/sql-fragment.js';
import type { Source, Translator } from '../translator/translator.js';

/** SQLite's limit (https://sqlite.org/limits.html). */
const mostTables = 64;

/** The tables of a FROM clause, without those of its subqueries. */
export function findSources(
  translator: Translator,
  from: FromClause | undefined,
): readonly Source[] {
  if (from?.select === undefined) return [];
  const tables = [from.select, ...(from.joins ?? []).map(({ table }) => table)];
  if (tables.length > mostTables) {
    translator.refuse(from.select, `A join can have at most ${mostTables} tables`);
  }
  return tables.flatMap((table) => sourceOf(translator, table));
}

function sourceOf(translator: Translator, table: SelectTable): readonly Source[] {
  if (table.type === 'SubSelectTable') return findSources(translator, table.from);
  const alias = table.alias?.name.text;
  if (table.type === 'TableCallSelectTable') {
    const name = table.tblName.objName.text.toLowerCase();
    return [{ alias: alias ?? name, table: undefined, isJson: name === 'json_each' }];
  }
  if (table.type !== 'TableSelectTable') return [{ alias: alias ?? '', table: undefined }];
  const name = translator.spell(table.tblName.objName.text);
  return [{ alias: alias ?? name, table: name }];
}

/** Translates the tables and joins of a FROM clause. */
export function translateFrom(translator: Translator, { select, joins = [] }: FromClause): string {
  const first = select === undefined ? '' : translateTable(translator, select);
  return first + joins.map((join) => translateJoin(translator, join)).join('');
}

/** Flags of a join, as SQLite's parser combines them. */
const natural = 4;
const left = 8;
const right = 16;

function translateJoin(
  translator: Translator,
  { operator, table, constraint }: JoinedSelectTable,
): string {
  const flags = (operator.type === 'TypedJoinJoinOperator' && operator.joinType) || 0;
  const sql = translateTable(translator, table);
  const sides = (flags & left ? 1 : 0) + (flags & right ? 2 : 0);
  const side = ['', ' LEFT', ' RIGHT', ' FULL'][sides];
  if (flags & natural) return ` NATURAL${side} JOIN ${sql}`;
  if (constraint !== undefined)
    return `${side} JOIN ${sql} ${translateConstraint(translator, constraint)}`;
  return sides === 0 ? ` CROSS JOIN ${sql}` : `${side} JOIN ${sql} ON TRUE`;
}

function translateConstraint(translator: Translator, constraint: JoinConstraint): string {
  if (constraint.type === 'OnJoinConstraint') {
    return `ON ${translator.condition(constraint.expr)}`;
  }
  return `USING (${constraint.columns.map(({ text }) => translator.name(text)).join(', ')})`;
}

/** SQLite's own tables, and its table functions. */
const ownTables = new Map([
  ['sqlite_master', 'touchstone.sqlite_master'],
  ['sqlite_schema', 'touchstone.sqlite_master'],
]);

function translateTable(translator: Translator, table: SelectTable): string {
  const alias = table.alias && quoteName(table.alias.name.text);
  const as = alias === undefined ? '' : ` AS ${alias}`;
  switch (table.type) {
    case 'TableSelectTable': {
      const name = translator.tableName(table.tblName);
      const own = ownTables.get(name.toLowerCase());
      if (own === undefined && /^sqlite_/i.test(name)) {
        translator.refuse(table.tblName, `There is no table ${name} on PostgreSQL`);
      }
      return `${own ?? quoteName(name)}${as}`;
    }
    case 'TableCallSelectTable': {
      const name = table.tblName.objName.text.toLowerCase();
      const found = findFunction(name);
      const isKnown = found?.isTable === true || name === 'pragma_table_info';
      if (!isKnown || found?.instead !== undefined) {
        translator.refuse(
          table.tblName,
          `There is no table function ${name} on PostgreSQL`,
          (isKnown && found?.instead) || 'use WITH RECURSIVE for a series',
        );
      }
      const args = (table.args ?? []).map((arg) => asText(translator, translator.expression(arg)));
      return `touchstone.${name}(${args.join(', ')}) AS ${alias ?? quoteName(name)}`;
    }
    case 'SelectSelectTable': {
      const sql = translator.select(table.select, 'values');
      return `(${sql}) AS ${alias ?? translator.newAlias()}`;
    }
    case 'SubSelectTable':
      return `(${translateFrom(translator, table.from)})${as}`;
  }
}
