/**
 * INSERT, UPDATE and DELETE (https://sqlite.org/lang_insert.html, lang_update.html,
 * lang_delete.html), by themselves and as commands of triggers.
 */

import type {
  DeleteStmt,
  Expr,
  InsertStmt,
  Name,
  QualifiedName,
  ResolveType,
  ResultColumn,
  Select,
  SetAssignment,
  UpdateStmt,
  Upsert,
  ValuesRow,
} from 'sqlite3-parser';
import { quoteName, quoteText } from '../translator/postgres-text.js';
import type { Placed } from '../translator/sqlite-text.js';
import type { EmbeddedStatement } from '../translator/translation.js';
import type { Translator } from '../translator/translator.js';
import { showCells, translateCells } from './results.js';
import { translateWith } from './selects.js';
import { translateFrom } from './sources.js';
import { rowScopeOf, stored, storedExpression, type Table, targetOf } from './write-target.js';

/** The table of a statement that writes, and its conflict clause. */
interface WriteTarget {
  readonly tblName: QualifiedName;
  readonly orConflict: ResolveType | undefined;
}

/** An INSERT. */
interface Insertion extends WriteTarget, Placed {
  readonly columns: readonly Name[] | undefined;
  /** Undefined for DEFAULT VALUES. */
  readonly select: Select | undefined;
  readonly upsert: Upsert | undefined;
}

/** An UPDATE. */
interface Change extends WriteTarget, Placed {
  readonly sets: readonly SetAssignment[];
  readonly from: UpdateStmt['from'];
  readonly whereClause: Expr | undefined;
}

function head(translator: Translator, clause: { readonly with: InsertStmt['with'] }): string {
  return clause.with === undefined ? '' : `${translateWith(translator, clause.with)} `;
}

function translateReturning(translator: Translator, columns: readonly ResultColumn[]): string {
  return showCells(translator, translateCells(translator, columns), 'statement');
}

/** Translates INSERT. The last column of its result, after RETURNING, contains the new ids. */
export function translateInsert(
  translator: Translator,
  insert: InsertStmt,
): string | EmbeddedStatement {
  const { body, returning } = insert;
  const insertion: Insertion = {
    tblName: insert.tblName,
    orConflict: insert.orConflict,
    columns: insert.columns,
    select: body.type === 'SelectInsertBody' ? body.select : undefined,
    upsert: body.type === 'SelectInsertBody' ? body.upsert : undefined,
    span: insert.span,
  };
  if (insert.orConflict === 'Replace') return translateReplace(translator, insert, insertion);
  const table = targetOf(translator, insert.tblName);
  const sql = head(translator, insert) + insertInto(translator, insertion, table);
  const columns = translator.withinFreshScope(rowScopeOf(table), () =>
    returning === undefined ? '' : `${translateReturning(translator, returning)}, `,
  );
  return `${sql} RETURNING ${columns}${table.alias}.rowid`;
}

/**
 * The columns that an INSERT writes. Without names these are all columns, if the table is known and
 * a row has as many values.
 */
function namesOf(
  translator: Translator,
  { columns, select }: Insertion,
  table: Table,
): readonly string[] | undefined {
  if (columns !== undefined) return columns.map(({ text }) => translator.spell(text));
  const all = translator.storedColumnsOf(table.name);
  const count = select === undefined ? undefined : countColumns(select.select);
  return all?.length === count ? all : undefined;
}

function insertInto(translator: Translator, insertion: Insertion, table: Table): string {
  const { select, upsert, orConflict } = insertion;
  const names = namesOf(translator, insertion, table);
  const list = names === undefined ? '' : ` (${names.map(quoteName).join(', ')})`;
  if (orConflict === 'Fail' || orConflict === 'Rollback') {
    translator.refuse(
      insertion,
      `OR ${orConflict.toUpperCase()} is not available`,
      'leave it out: a failed statement changes nothing',
    );
  }
  const rows =
    select === undefined ? 'DEFAULT VALUES' : translateRows(translator, select, table, names);
  const conflict =
    upsert === undefined
      ? orConflict === 'Ignore'
        ? ' ON CONFLICT DO NOTHING'
        : ''
      : ` ${translateUpsert(translator, upsert, table)}`;
  return `INSERT INTO ${table.declared}${list} ${rows}${conflict}`;
}

/** Translates the rows to insert, with values converted to the types of the columns. */
function translateRows(
  translator: Translator,
  select: Select,
  table: Table,
  names: readonly string[] | undefined,
): string {
  const { select: one } = select;
  const isPlain =
    select.compounds === undefined && select.with === undefined && select.limit === undefined;
  if (one.type === 'SelectValues' && isPlain && names !== undefined) {
    return `VALUES ${one.values.map((row) => translateRow(translator, row, table, names)).join(', ')}`;
  }
  const sql = translator.select(select, 'storage');
  const count = names?.length ?? countColumns(one);
  // The text does not tell how many columns a star stands for: their types must match as they are.
  if (count === undefined) return sql;
  const cells = Array.from({ length: count }, (_, index) => quoteName(`value ${index + 1}`));
  const source = `(${sql}) AS "values" (${cells.join(', ')})`;
  if (names === undefined) {
    const values = cells.map((cell) => `touchstone.cell("values".${cell})`);
    const row = `touchstone.row_of(NULL::${table.sql}, ${values.join(', ')})`;
    return `SELECT "row".* FROM ${source} CROSS JOIN LATERAL ${row} AS "row"`;
  }
  const values = pair(names, cells).map(([name, cell]) => stored(table.sql, quoteName(name), cell));
  return `SELECT ${values.join(', ')} FROM ${source}`;
}

/** Each column with its value. @throws RangeError when their numbers differ */
function pair<Value>(
  columns: readonly string[],
  values: readonly Value[],
): readonly (readonly [column: string, value: Value])[] {
  if (columns.length !== values.length) throw new RangeError('Columns without values');
  return values.map((value, index) => [columns[index] as string, value]);
}

function countColumns(one: Select['select']): number | undefined {
  if (one.type === 'SelectValues') return one.values[0]?.values.length;
  return one.columns.every(({ type }) => type === 'ExprResultColumn')
    ? one.columns.length
    : undefined;
}

function translateRow(
  translator: Translator,
  row: ValuesRow,
  table: Table,
  names: readonly string[],
): string {
  const { values } = row;
  if (names.length !== values.length) {
    translator.refuse(values[0] ?? row, `${values.length} values for ${names.length} columns`);
  }
  const cells = pair(names, values).map(([name, expression]) =>
    storedExpression(translator, table, name, expression),
  );
  return `(${cells.join(', ')})`;
}

function translateUpsert(translator: Translator, upsert: Upsert, table: Table): string {
  const { index, doClause, next } = upsert;
  if (next !== undefined) {
    translator.refuse(
      next,
      'Only one ON CONFLICT is possible',
      'keep the one for the expected conflict',
    );
  }
  const target = index === undefined ? '' : ` ${translateTarget(translator, index)}`;
  if (doClause.type === 'NothingUpsertDo') return `ON CONFLICT${target} DO NOTHING`;
  if (index === undefined) {
    translator.refuse(
      upsert,
      'ON CONFLICT DO UPDATE needs columns',
      'write ON CONFLICT (column) DO UPDATE',
    );
  }
  return translator.within({ ...rowScopeOf(table), qualifier: table.alias }, () => {
    const sets = translateSets(translator, doClause.sets, table);
    const { whereClause } = doClause;
    const where = whereClause ? ` WHERE ${translator.condition(whereClause)}` : '';
    return `ON CONFLICT${target} DO UPDATE SET ${sets}${where}`;
  });
}

function translateTarget(translator: Translator, index: NonNullable<Upsert['index']>): string {
  const columns = index.targets.map(({ expr }) => {
    const fragment = translator.expression(expr);
    return fragment.kind === 'column' ? fragment.sql : `(${fragment.sql})`;
  });
  const where = index.whereClause ? ` WHERE ${translator.condition(index.whereClause)}` : '';
  return `(${columns.join(', ')})${where}`;
}

function translateSets(
  translator: Translator,
  sets: readonly SetAssignment[],
  table: Table,
): string {
  return sets.map((set) => translateSet(translator, set, table)).join(', ');
}

function translateSet(translator: Translator, set: SetAssignment, table: Table): string {
  const columns = set.colNames.map(({ text }) => translator.spell(text));
  const names = columns.map(quoteName);
  const isRow = set.expr.type === 'ParenthesizedExpr' && set.expr.exprs.length === names.length;
  if (columns.length === 1 || isRow) {
    const values = isRow && columns.length > 1 ? set.expr.exprs : [set.expr];
    return pair(columns, values)
      .map(([column, value]) => {
        const sql = storedExpression(translator, table, column, value);
        return `${quoteName(column)} = ${sql}`;
      })
      .join(', ');
  }
  const { sql } = translator.expression(set.expr);
  return `(${names.join(', ')}) = ${sql}`;
}

/** Translates UPDATE. With OR IGNORE, its only cell is the number of changed rows. */
export function translateUpdate(
  translator: Translator,
  update: UpdateStmt,
): string | EmbeddedStatement {
  if (update.orConflict === 'Ignore') return translateUpdateOrIgnore(translator, update);
  const table = targetOf(translator, update.tblName);
  const sql = head(translator, update) + updateTable(translator, update, table);
  return sql + returningOf(translator, update.returning, table);
}

function updateTable(translator: Translator, change: Change, table: Table): string {
  const { orConflict, sets, from, whereClause } = change;
  if (orConflict !== undefined && orConflict !== 'Abort') {
    translator.refuse(
      change,
      `UPDATE OR ${orConflict.toUpperCase()} is not available`,
      'delete the other rows in a separate statement first, or leave it out',
    );
  }
  return translator.within(rowScopeOf(table), () => {
    const assignments = translateSets(translator, sets, table);
    const others = from?.select === undefined ? '' : ` FROM ${translateFrom(translator, from)}`;
    const where = whereClause ? ` WHERE ${translator.condition(whereClause)}` : '';
    return `UPDATE ${table.declared} SET ${assignments}${others}${where}`;
  });
}

function returningOf(
  translator: Translator,
  returning: readonly ResultColumn[] | undefined,
  table: Table,
): string {
  if (returning === undefined) return '';
  return translator.withinFreshScope(
    rowScopeOf(table),
    () => ` RETURNING ${translateReturning(translator, returning)}`,
  );
}

/** Translates DELETE. */
export function translateDelete(translator: Translator, deletion: DeleteStmt): string {
  const table = targetOf(translator, deletion.tblName);
  const sql = head(translator, deletion) + deleteFrom(translator, deletion.whereClause, table);
  return sql + returningOf(translator, deletion.returning, table);
}

function deleteFrom(translator: Translator, whereClause: Expr | undefined, table: Table): string {
  const where = whereClause
    ? translator.within(rowScopeOf(table), () => ` WHERE ${translator.condition(whereClause)}`)
    : '';
  return `DELETE FROM ${table.declared}${where}`;
}

function translateUpdateOrIgnore(translator: Translator, update: UpdateStmt): EmbeddedStatement {
  const { from, returning, whereClause } = update;
  const extra = from?.select ?? returning?.[0] ?? update.with;
  if (extra !== undefined) {
    translator.refuse(
      extra,
      'UPDATE OR IGNORE must not contain WITH, FROM or RETURNING',
      'leave out OR IGNORE, or select the rows with WHERE',
    );
  }
  const table = targetOf(translator, update.tblName);
  const where = whereClause
    ? translator.within(rowScopeOf(table), () => ` WHERE ${translator.condition(whereClause)}`)
    : '';
  const change = { ...update, orConflict: undefined, whereClause: undefined };
  return {
    texts: [
      // SQLite's order: of several rows with a conflict, the first is changed.
      `SELECT ctid FROM ${table.declared}${where} ORDER BY ${table.alias}.rowid FOR UPDATE`,
      `${updateTable(translator, change, table)} WHERE ctid = $2`,
    ],
    frame: (texts, values) =>
      `SELECT touchstone.update_or_ignore(${[...texts, values].join(', ')})`,
  };
}

function translateReplace(
  translator: Translator,
  insert: InsertStmt,
  insertion: Insertion,
): EmbeddedStatement {
  const { select, upsert } = insertion;
  if (select === undefined) {
    return translator.refuse(
      insert,
      'INSERT OR REPLACE needs values',
      'leave out OR REPLACE: DEFAULT VALUES replaces no row',
    );
  }
  const extra = insert.returning?.[0] ?? upsert ?? insert.with;
  if (extra !== undefined) {
    translator.refuse(
      extra,
      'INSERT OR REPLACE must not contain WITH, ON CONFLICT or RETURNING',
      'write INSERT … ON CONFLICT (column) DO UPDATE SET …',
    );
  }
  const table = targetOf(translator, insertion.tblName);
  const names = namesOf(translator, insertion, table);
  const list = names === undefined ? 'NULL' : `ARRAY[${names.map(quoteText).join(', ')}]`;
  return {
    texts: [translateRows(translator, select, table, names)],
    frame: (texts, values) =>
      `SELECT touchstone.insert_or_replace(${quoteText(table.sql)}::regclass, ${[list, ...texts, values].join(', ')})`,
  };
}

/** Translates a command of a trigger. */
export function translateCommand(
  translator: Translator,
  command:
    | { readonly type: 'insert'; readonly insertion: Insertion }
    | { readonly type: 'update'; readonly change: Change }
    | {
        readonly type: 'delete';
        readonly tblName: QualifiedName;
        readonly whereClause: Expr | undefined;
      },
): string {
  if (command.type === 'delete') {
    return deleteFrom(translator, command.whereClause, targetOf(translator, command.tblName));
  }
  if (command.type === 'update') {
    return updateTable(translator, command.change, targetOf(translator, command.change.tblName));
  }
  const { insertion } = command;
  if (insertion.orConflict === 'Replace') {
    translator.refuse(
      insertion,
      'INSERT OR REPLACE is not available in a trigger',
      'write INSERT … ON CONFLICT (column) DO UPDATE SET …',
    );
  }
  return insertInto(translator, insertion, targetOf(translator, insertion.tblName));
}
