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
import { translateCondition, translateExpression } from './expressions.js';
import { quoteName, quoteText } from './names.js';
import { asStored } from './piece.js';
import { translateColumns, translateSelect, translateWith } from './selects.js';
import { translateFrom } from './sources.js';
import type { Placed, Scope, Source, Statement } from './statement.js';

/** A statement that PostgreSQL runs from a text of its own, with the values in an array. */
export interface Embedded {
  /** The SQL before, between and behind the embedded texts, which are put into it as literals. */
  readonly frame: (texts: readonly string[], values: string) => string;
  readonly texts: readonly string[];
}

/** What INSERT, UPDATE and their like have in common, in triggers and by themselves. */
interface Target {
  readonly tblName: QualifiedName;
  readonly orConflict: ResolveType | undefined;
}

/** What is inserted. */
interface Insertion extends Target, Placed {
  readonly columns: readonly Name[] | undefined;
  /** Undefined for DEFAULT VALUES. */
  readonly select: Select | undefined;
  readonly upsert: Upsert | undefined;
}

interface Change extends Target, Placed {
  readonly sets: readonly SetAssignment[];
  readonly from: UpdateStmt['from'];
  readonly whereClause: Expr | undefined;
}

interface Table {
  readonly name: string;
  readonly sql: string;
  readonly alias: string;
  /** With its alias, as it stands behind INTO, UPDATE or FROM. */
  readonly declared: string;
}

function targetOf(statement: Statement, qualified: QualifiedName): Table {
  const name = statement.tableName(qualified);
  const sql = quoteName(name);
  if (/^sqlite_/i.test(name)) statement.refuse(qualified, `The table ${name} cannot be written to`);
  const alias = qualified.alias === undefined ? sql : quoteName(qualified.alias.text);
  return { name, sql, alias, declared: alias === sql ? sql : `${sql} AS ${alias}` };
}

const scopeOf = ({ name, alias }: Table): Partial<Scope> => {
  const source: Source = { alias: alias.slice(1, -1).replaceAll('""', '"'), table: name };
  return { sources: [source] };
};

/** An expression as a column stores its value. */
function storedExpression(
  statement: Statement,
  table: Table,
  column: string,
  expression: Expr,
): string {
  const readsTexts = statement.readsTexts(table.name, column);
  const value = asStored(statement, translateExpression(statement, expression), readsTexts);
  return stored(table.sql, quoteName(column), value);
}

/** A value as a column stores it: a null of its type says which type that is. */
const stored = (table: string, column: string, value: string): string =>
  value === 'NULL'
    ? `(NULL::${table}).${column}`
    : `touchstone.store((NULL::${table}).${column}, ${value})`;

function head(statement: Statement, clause: { readonly with: InsertStmt['with'] }): string {
  return clause.with === undefined ? '' : `${translateWith(statement, clause.with)} `;
}

function translateReturning(statement: Statement, columns: readonly ResultColumn[]): string {
  return translateColumns(statement, columns, 'statement');
}

/** INSERT. It gives the ids of its rows in a last column, behind those of RETURNING. */
export function translateInsert(statement: Statement, insert: InsertStmt): string | Embedded {
  const { body, returning } = insert;
  const insertion: Insertion = {
    tblName: insert.tblName,
    orConflict: insert.orConflict,
    columns: insert.columns,
    select: body.type === 'SelectInsertBody' ? body.select : undefined,
    upsert: body.type === 'SelectInsertBody' ? body.upsert : undefined,
    span: insert.span,
  };
  if (insert.orConflict === 'Replace') return translateReplace(statement, insert, insertion);
  const table = targetOf(statement, insert.tblName);
  const sql = head(statement, insert) + insertInto(statement, insertion, table);
  const columns = statement.apart(scopeOf(table), () =>
    returning === undefined ? '' : `${translateReturning(statement, returning)}, `,
  );
  return `${sql} RETURNING ${columns}${table.alias}.rowid`;
}

function insertInto(statement: Statement, insertion: Insertion, table: Table): string {
  const { columns, select, upsert, orConflict } = insertion;
  const names = columns?.map(({ text }) => statement.spell(text));
  const list = names === undefined ? '' : ` (${names.map(quoteName).join(', ')})`;
  if (orConflict === 'Fail' || orConflict === 'Rollback') {
    statement.refuse(
      insertion,
      `OR ${orConflict.toUpperCase()} is not available`,
      'leave it out: a statement that fails changes nothing',
    );
  }
  const rows =
    select === undefined ? 'DEFAULT VALUES' : translateRows(statement, select, table, names);
  const conflict =
    upsert === undefined
      ? orConflict === 'Ignore'
        ? ' ON CONFLICT DO NOTHING'
        : ''
      : ` ${translateUpsert(statement, upsert, table)}`;
  return `INSERT INTO ${table.declared}${list} ${rows}${conflict}`;
}

/** The rows that are inserted, their values made fit for the columns. */
function translateRows(
  statement: Statement,
  select: Select,
  table: Table,
  names: readonly string[] | undefined,
): string {
  const { select: one } = select;
  const isPlain =
    select.compounds === undefined && select.with === undefined && select.limit === undefined;
  if (one.type === 'SelectValues' && isPlain && names !== undefined) {
    return `VALUES ${one.values.map((row) => translateRow(statement, row, table, names)).join(', ')}`;
  }
  const sql = translateSelect(statement, select, 'existence');
  const count = names?.length ?? countColumns(one);
  // How many columns a star stands for the text does not tell: their types have to fit.
  if (count === undefined) return sql;
  const cells = Array.from({ length: count }, (_, index) => quoteName(`value ${index + 1}`));
  const source = `(${sql}) AS "values" (${cells.join(', ')})`;
  if (names === undefined) {
    const values = cells.map((cell) => `touchstone.cell("values".${cell})`);
    const row = `touchstone.row_of(NULL::${table.sql}, ${values.join(', ')})`;
    return `SELECT "row".* FROM ${source} CROSS JOIN LATERAL ${row} AS "row"`;
  }
  const values = names.map((name, index) => stored(table.sql, quoteName(name), cells[index] ?? ''));
  return `SELECT ${values.join(', ')} FROM ${source}`;
}

function countColumns(one: Select['select']): number | undefined {
  if (one.type === 'SelectValues') return one.values[0]?.values.length;
  return one.columns.every(({ type }) => type === 'ExprResultColumn')
    ? one.columns.length
    : undefined;
}

function translateRow(
  statement: Statement,
  row: ValuesRow,
  table: Table,
  names: readonly string[],
): string {
  const { values } = row;
  if (names.length !== values.length) {
    statement.refuse(values[0] ?? row, `${values.length} values for ${names.length} columns`);
  }
  const cells = values.map((expression, index) =>
    storedExpression(statement, table, names[index] ?? '', expression),
  );
  return `(${cells.join(', ')})`;
}

function translateUpsert(statement: Statement, upsert: Upsert, table: Table): string {
  const { index, doClause, next } = upsert;
  if (next !== undefined) {
    statement.refuse(
      next,
      'Only one ON CONFLICT is possible',
      'name the one that is to be expected',
    );
  }
  const target = index === undefined ? '' : ` ${translateTarget(statement, index)}`;
  if (doClause.type === 'NothingUpsertDo') return `ON CONFLICT${target} DO NOTHING`;
  if (index === undefined) {
    statement.refuse(
      upsert,
      'ON CONFLICT DO UPDATE needs columns',
      'write ON CONFLICT (column) DO UPDATE',
    );
  }
  return statement.within({ ...scopeOf(table), qualifier: table.alias }, () => {
    const sets = translateSets(statement, doClause.sets, table);
    const { whereClause } = doClause;
    const where = whereClause ? ` WHERE ${translateCondition(statement, whereClause)}` : '';
    return `ON CONFLICT${target} DO UPDATE SET ${sets}${where}`;
  });
}

function translateTarget(statement: Statement, index: NonNullable<Upsert['index']>): string {
  const columns = index.targets.map(({ expr }) => {
    const piece = translateExpression(statement, expr);
    return piece.kind === 'column' ? piece.sql : `(${piece.sql})`;
  });
  const where = index.whereClause
    ? ` WHERE ${translateCondition(statement, index.whereClause)}`
    : '';
  return `(${columns.join(', ')})${where}`;
}

function translateSets(statement: Statement, sets: readonly SetAssignment[], table: Table): string {
  return sets.map((set) => translateSet(statement, set, table)).join(', ');
}

function translateSet(statement: Statement, set: SetAssignment, table: Table): string {
  const columns = set.colNames.map(({ text }) => statement.spell(text));
  const names = columns.map(quoteName);
  const [name = '', ...others] = names;
  if (others.length === 0) {
    return `${name} = ${storedExpression(statement, table, columns[0] ?? '', set.expr)}`;
  }
  if (set.expr.type === 'ParenthesizedExpr' && set.expr.exprs.length === names.length) {
    const values = set.expr.exprs.map((expression, index) => {
      const value = storedExpression(statement, table, columns[index] ?? '', expression);
      return `${names[index]} = ${value}`;
    });
    return values.join(', ');
  }
  const { sql } = translateExpression(statement, set.expr);
  return `(${names.join(', ')}) = ${sql}`;
}

/** UPDATE. With OR IGNORE it gives the number of changed rows as its only cell. */
export function translateUpdate(statement: Statement, update: UpdateStmt): string | Embedded {
  if (update.orConflict === 'Ignore') return translateUpdateOrIgnore(statement, update);
  const table = targetOf(statement, update.tblName);
  const sql = head(statement, update) + updateTable(statement, update, table);
  return sql + returningOf(statement, update.returning, table);
}

function updateTable(statement: Statement, change: Change, table: Table): string {
  const { orConflict, sets, from, whereClause } = change;
  if (orConflict !== undefined && orConflict !== 'Abort') {
    statement.refuse(
      change,
      `UPDATE OR ${orConflict.toUpperCase()} is not available`,
      'delete the other rows by a statement of their own before, or leave it out',
    );
  }
  return statement.within(scopeOf(table), () => {
    const assignments = translateSets(statement, sets, table);
    const others = from?.select === undefined ? '' : ` FROM ${translateFrom(statement, from)}`;
    const where = whereClause ? ` WHERE ${translateCondition(statement, whereClause)}` : '';
    return `UPDATE ${table.declared} SET ${assignments}${others}${where}`;
  });
}

function returningOf(
  statement: Statement,
  returning: readonly ResultColumn[] | undefined,
  table: Table,
): string {
  if (returning === undefined) return '';
  return statement.apart(
    scopeOf(table),
    () => ` RETURNING ${translateReturning(statement, returning)}`,
  );
}

/** DELETE. */
export function translateDelete(statement: Statement, deletion: DeleteStmt): string {
  const table = targetOf(statement, deletion.tblName);
  const sql = head(statement, deletion) + deleteFrom(statement, deletion.whereClause, table);
  return sql + returningOf(statement, deletion.returning, table);
}

function deleteFrom(statement: Statement, whereClause: Expr | undefined, table: Table): string {
  const where = whereClause
    ? statement.within(scopeOf(table), () => ` WHERE ${translateCondition(statement, whereClause)}`)
    : '';
  return `DELETE FROM ${table.declared}${where}`;
}

function translateUpdateOrIgnore(statement: Statement, update: UpdateStmt): Embedded {
  const { from, returning, whereClause } = update;
  const extra = from?.select ?? returning?.[0] ?? update.with;
  if (extra !== undefined) {
    statement.refuse(
      extra,
      'UPDATE OR IGNORE takes no WITH, FROM and RETURNING',
      'leave out OR IGNORE, or choose the rows by WHERE',
    );
  }
  const table = targetOf(statement, update.tblName);
  const where = whereClause
    ? statement.within(scopeOf(table), () => ` WHERE ${translateCondition(statement, whereClause)}`)
    : '';
  const change = { ...update, orConflict: undefined, whereClause: undefined };
  return {
    texts: [
      // In the order of SQLite: of rows that are in each other's way the first is changed.
      `SELECT ctid FROM ${table.declared}${where} ORDER BY ${table.alias}.rowid FOR UPDATE`,
      `${updateTable(statement, change, table)} WHERE ctid = $2`,
    ],
    frame: ([find = '', act = ''], values) =>
      `SELECT touchstone.update_or_ignore(${find}, ${act}, ${values})`,
  };
}

function translateReplace(
  statement: Statement,
  insert: InsertStmt,
  insertion: Insertion,
): Embedded {
  const { columns, select, upsert } = insertion;
  if (columns === undefined || select === undefined) {
    return statement.refuse(
      insert,
      'INSERT OR REPLACE needs the names of its columns',
      'write them behind the table',
    );
  }
  const extra = insert.returning?.[0] ?? upsert ?? insert.with;
  if (extra !== undefined) {
    statement.refuse(
      extra,
      'INSERT OR REPLACE takes no WITH, ON CONFLICT and RETURNING',
      'write INSERT … ON CONFLICT (column) DO UPDATE SET …',
    );
  }
  const table = targetOf(statement, insertion.tblName);
  const names = columns.map(({ text }) => statement.spell(text));
  const list = names.map(quoteText).join(', ');
  return {
    texts: [translateRows(statement, select, table, names)],
    frame: ([rows = ''], values) =>
      `SELECT touchstone.insert_or_replace(${quoteText(table.sql)}::regclass, ARRAY[${list}], ${rows}, ${values})`,
  };
}

/** A command of a trigger. */
export function translateCommand(
  statement: Statement,
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
    return deleteFrom(statement, command.whereClause, targetOf(statement, command.tblName));
  }
  if (command.type === 'update') {
    return updateTable(statement, command.change, targetOf(statement, command.change.tblName));
  }
  const { insertion } = command;
  if (insertion.orConflict === 'Replace') {
    statement.refuse(
      insertion,
      'INSERT OR REPLACE is not available in a trigger',
      'write INSERT … ON CONFLICT (column) DO UPDATE SET …',
    );
  }
  return insertInto(statement, insertion, targetOf(statement, insertion.tblName));
}
