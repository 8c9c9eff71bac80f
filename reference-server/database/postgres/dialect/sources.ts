import type { FromClause, JoinConstraint, JoinedSelectTable, SelectTable } from 'sqlite3-parser';
import { translateCondition, translateExpression } from './expressions.js';
import { quoteName } from './names.js';
import { asText } from './piece.js';
import { translateSelect } from './selects.js';
import type { Source, Statement } from './statement.js';

/** The tables that a query names, without those of its subqueries. */
export function findSources(statement: Statement, from: FromClause | undefined): readonly Source[] {
  if (from?.select === undefined) return [];
  const tables = [from.select, ...(from.joins ?? []).map(({ table }) => table)];
  return tables.flatMap((table) => sourceOf(statement, table));
}

function sourceOf(statement: Statement, table: SelectTable): readonly Source[] {
  if (table.type === 'SubSelectTable') return findSources(statement, table.from);
  const alias = table.alias?.name.text;
  if (table.type === 'TableCallSelectTable') {
    const name = table.tblName.objName.text.toLowerCase();
    return [{ alias: alias ?? name, table: undefined, isJson: name === 'json_each' }];
  }
  if (table.type !== 'TableSelectTable') return [{ alias: alias ?? '', table: undefined }];
  const name = statement.spell(table.tblName.objName.text);
  return [{ alias: alias ?? name, table: name }];
}

/** What stands behind FROM. */
export function translateFrom(statement: Statement, { select, joins = [] }: FromClause): string {
  const first = select === undefined ? '' : translateTable(statement, select);
  return first + joins.map((join) => translateJoin(statement, join)).join('');
}

/** Flags of a join, as SQLite combines them. */
const natural = 4;
const left = 8;
const right = 16;

function translateJoin(
  statement: Statement,
  { operator, table, constraint }: JoinedSelectTable,
): string {
  const flags = (operator.type === 'TypedJoinJoinOperator' && operator.joinType) || 0;
  const sql = translateTable(statement, table);
  const sides = (flags & left ? 1 : 0) + (flags & right ? 2 : 0);
  const side = ['', ' LEFT', ' RIGHT', ' FULL'][sides];
  if (flags & natural) return ` NATURAL${side} JOIN ${sql}`;
  if (constraint !== undefined)
    return `${side} JOIN ${sql} ${translateConstraint(statement, constraint)}`;
  return sides === 0 ? ` CROSS JOIN ${sql}` : `${side} JOIN ${sql} ON TRUE`;
}

function translateConstraint(statement: Statement, constraint: JoinConstraint): string {
  if (constraint.type === 'OnJoinConstraint') {
    return `ON ${translateCondition(statement, constraint.expr)}`;
  }
  return `USING (${constraint.columns.map(({ text }) => statement.name(text)).join(', ')})`;
}

/** Tables of SQLite's own, and functions that are tables. */
const ownTables = new Map([
  ['sqlite_master', 'touchstone.sqlite_master'],
  ['sqlite_schema', 'touchstone.sqlite_master'],
]);
const tableFunctions = new Set(['json_each', 'pragma_table_info']);

function translateTable(statement: Statement, table: SelectTable): string {
  const alias = table.alias && quoteName(table.alias.name.text);
  const as = alias === undefined ? '' : ` AS ${alias}`;
  switch (table.type) {
    case 'TableSelectTable': {
      const name = statement.tableName(table.tblName);
      const own = ownTables.get(name.toLowerCase());
      if (own === undefined && /^sqlite_/i.test(name)) {
        statement.refuse(table.tblName, `There is no table ${name} on PostgreSQL`);
      }
      return `${own ?? quoteName(name)}${as}`;
    }
    case 'TableCallSelectTable': {
      const name = table.tblName.objName.text.toLowerCase();
      if (!tableFunctions.has(name)) {
        statement.refuse(
          table.tblName,
          `There is no table function ${name} on PostgreSQL`,
          name === 'json_tree' ? 'use json_each for each level' : 'use WITH RECURSIVE for a series',
        );
      }
      const args = (table.args ?? []).map((arg) =>
        asText(statement, translateExpression(statement, arg)),
      );
      return `touchstone.${name}(${args.join(', ')}) AS ${alias ?? quoteName(name)}`;
    }
    case 'SelectSelectTable': {
      const sql = translateSelect(statement, table.select, 'values');
      return `(${sql}) AS ${alias ?? statement.newAlias()}`;
    }
    case 'SubSelectTable':
      return `(${translateFrom(statement, table.from)})${as}`;
  }
}
