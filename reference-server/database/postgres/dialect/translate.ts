/**
 * From SQLite's SQL to PostgreSQL's. A statement is parsed by SQLite's own grammar and written anew.
 * Scripts then find what they find on SQLite: columns convert what they are compared with, and
 * functions and operators of the schema `touchstone` do what PostgreSQL's would do in another way.
 *
 * - Columns of integers are `bigint`, of reals `double precision`, of texts `text` in the order of
 *   bytes, of blobs `bytea`; times are texts. A column holds values of its type only.
 * - A value that is compared with a column is sent as text: the operators of the schema make of it
 *   what the column asks for. A value that keeps its own type, as in `SELECT ?`, on its way into a
 *   column, and out of JSON, is JSON of one value.
 * - Conditions are booleans and become 0 and 1 where a value is needed; values become conditions.
 */
import { type Stmt, withOptions } from 'sqlite3-parser';
import type { Catalog } from './catalog.js';
import {
  translateAlterTable,
  translateCreateIndex,
  translateCreateTable,
  translateCreateView,
  translateDropIndex,
  translateDropTable,
  translateDropTrigger,
  translateDropView,
} from './definitions.js';
import { quoteName, quoteText } from './names.js';
import { findNativeProblem, firstWord, isNative, splitNative } from './native.js';
import type { Role, Slot } from './parameters.js';
import { findParts } from './parts.js';
import { translateSelect } from './selects.js';
import { type Placed, Statement } from './statement.js';
import {
  assembleEmbedded,
  assemblePlain,
  PostgresStatement,
  type StatementKind,
  type Translation,
  usedSlots,
} from './translation.js';
import { placeOf, TranslationError } from './translation-error.js';
import { translateCreateTrigger } from './triggers.js';
import { type Embedded, translateDelete, translateInsert, translateUpdate } from './writes.js';

/** What a translation may know beside the text. */
export interface TranslationOptions {
  /** Whether it belongs to a migration, where some functions are available that scripts have not. */
  readonly isMigration?: boolean;
  readonly catalog?: Catalog | undefined;
}

/** The statements that can have values; others define. */
const takingValues = new Set<Stmt['type']>([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
]);

/**
 * Translates one statement.
 *
 * @param sql the statement's text, comments included; what begins with the comment
 *   `-- postgresql` is PostgreSQL's SQL already
 * @throws TranslationError when it is not one statement of SQLite's SQL, or has no counterpart
 */
export function translate(sql: string, options: TranslationOptions = {}): Translation {
  if (sql.includes('\0')) {
    throw new TranslationError(
      'The SQL contains U+0000',
      undefined,
      placeOf(sql, sql.indexOf('\0')),
    );
  }
  if (isNative(sql)) return translateNative(sql);
  const root = parse(sql);
  try {
    const statement = new Statement(sql, findParts(sql, root), {
      isMigration: options.isMigration ?? false,
      isDefinition: !takingValues.has(root.type),
      catalog: options.catalog,
    });
    return translateRoot(statement, root);
  } catch (error) {
    // SQLite has a limit, too: an expression must not be deeper than 1,000.
    if (!(error instanceof RangeError)) throw error;
    throw new TranslationError('The statement is nested too deeply', undefined, placeOf(sql, 0));
  }
}

/** The grammar of SQLite 3.46 and later, where digits can be grouped: `1_000`. */
const { parseStmt } = withOptions({ digitSeparator: '_' });

function parse(sql: string): Stmt {
  const result = parseStmt(sql);
  if (result.status === 'ok') return result.root;
  const [first] = result.errors;
  throw new TranslationError(
    first?.message ?? 'This is no SQL',
    first?.hints?.[0]?.message,
    placeOf(sql, first?.span.offset ?? 0),
  );
}

function translateNative(sql: string): Translation {
  const problem = findNativeProblem(sql);
  if (problem !== undefined) throw new TranslationError(problem, undefined, placeOf(sql, 0));
  const parts = splitNative(sql);
  const slots = parts.slice(1).map((_, source): Slot => ({ source, role: 'untyped' as Role }));
  const text = parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('');
  const word = firstWord(sql);
  const returnsRows =
    /^(?:SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN)$/.test(word) || /\breturning\b/i.test(sql);
  const isWrite = /^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(word);
  const kind = returnsRows && !isWrite ? 'select' : isWrite ? 'change' : 'define';
  return new PostgresStatement(
    { kind, returnsRows, parameterCount: slots.length },
    slots,
    () => text,
  );
}

function translateRoot(statement: Statement, root: Stmt): Translation {
  const plain = (
    kind: StatementKind,
    sql: string,
    shape: Partial<Translation> = {},
  ): Translation => {
    const used = usedSlots(sql);
    return new PostgresStatement(
      {
        kind,
        returnsRows: kind === 'select',
        parameterCount: statement.placeholderCount,
        ...shape,
      },
      used.flatMap((slot) => statement.slots[slot] ?? []),
      assemblePlain(sql, used),
    );
  };
  const embedded = (kind: StatementKind, sql: Embedded, shape: Partial<Translation>): Translation =>
    new PostgresStatement(
      { kind, returnsRows: false, parameterCount: statement.placeholderCount, ...shape },
      statement.slots,
      assembleEmbedded(sql, statement.slots.length),
    );
  switch (root.type) {
    case 'SelectStmt':
      return plain('select', translateSelect(statement, root.body, 'statement'));
    case 'InsertStmt': {
      const sql = translateInsert(statement, root);
      const shape = { hasIdColumn: true, returnsRows: root.returning !== undefined };
      return typeof sql === 'string' ? plain('insert', sql, shape) : embedded('insert', sql, shape);
    }
    case 'UpdateStmt': {
      const sql = translateUpdate(statement, root);
      if (typeof sql !== 'string') return embedded('change', sql, { countsInCell: true });
      return plain('change', sql, { returnsRows: root.returning !== undefined });
    }
    case 'DeleteStmt':
      return plain('change', translateDelete(statement, root), {
        returnsRows: root.returning !== undefined,
      });
    case 'PragmaStmt':
      return translatePragma(statement, root, plain);
    default: {
      const sql = translateDefinition(statement, root);
      if (statement.slots.length === 0) return plain('define', sql);
      return statement.refuse(
        root,
        'A definition takes no placeholders',
        'define first, and insert the values then',
      );
    }
  }
}

function translateDefinition(statement: Statement, root: Stmt): string {
  switch (root.type) {
    case 'CreateTableStmt':
      return translateCreateTable(statement, root);
    case 'CreateIndexStmt':
      return translateCreateIndex(statement, root);
    case 'CreateViewStmt':
      return translateCreateView(statement, root);
    case 'CreateTriggerStmt':
      return translateCreateTrigger(statement, root);
    case 'AlterTableStmt':
      return translateAlterTable(statement, root);
    case 'DropTableStmt':
      return translateDropTable(statement, root);
    case 'DropIndexStmt':
      return translateDropIndex(statement, root);
    case 'DropViewStmt':
      return translateDropView(statement, root);
    case 'DropTriggerStmt':
      return translateDropTrigger(statement, root);
    case 'AnalyzeStmt':
      return `ANALYZE${root.objName === undefined ? '' : ` ${quoteName(statement.tableName(root.objName))}`}`;
    default:
      return statement.refuse(
        root,
        `${firstWord(statement.source)} is not available on PostgreSQL`,
        insteadOf(root),
      );
  }
}

function insteadOf(root: Stmt): string | undefined {
  switch (root.type) {
    case 'BeginStmt':
    case 'CommitStmt':
    case 'RollbackStmt':
    case 'SavepointStmt':
    case 'ReleaseStmt':
      return 'use Db.transaction';
    case 'CreateVirtualTableStmt':
      return 'use an ordinary table, and PostgreSQL’s own SQL for searching where Db.engine says so';
    default:
      return undefined;
  }
}

function translatePragma(
  statement: Statement,
  root: Extract<Stmt, { type: 'PragmaStmt' }>,
  plain: (kind: StatementKind, sql: string) => Translation,
): Translation {
  const name = root.name.objName.text.toLowerCase();
  const value = root.body && statement.textOf(root.body.value).replace(/^["'[`]|["'\]`]$/g, '');
  if (name === 'table_info' && value !== undefined) {
    return plain('select', `SELECT * FROM touchstone.pragma_table_info(${quoteText(value)})`);
  }
  if (name === 'defer_foreign_keys' && value !== undefined && statement.isMigration) {
    return plain(
      'define',
      `SET CONSTRAINTS ALL ${/^(?:1|on|true|yes)$/i.test(value) ? 'DEFERRED' : 'IMMEDIATE'}`,
    );
  }
  const at: Placed = root;
  return statement.refuse(
    at,
    `PRAGMA ${name} is not available on PostgreSQL`,
    'PRAGMA table_info(table) is, and the table sqlite_master',
  );
}
