/**
 * The translation of SQLite's SQL to PostgreSQL's. SQLite's own grammar parses a statement, which
 * is then written for PostgreSQL. Scripts get the same results as on SQLite: columns convert the
 * values that they are compared with, and functions and operators of the schema `touchstone`
 * replace those of PostgreSQL that behave differently.
 *
 * - Columns of integers are `bigint`, of reals `double precision`, of texts `text` sorted by bytes,
 *   of blobs `bytea`; times are texts. A column contains values of its type only.
 * - A parameter next to a column is sent as text, and the operators of the schema convert it to the
 *   type of the column. A value that keeps its own type, as in `SELECT ?` or out of JSON, is JSON
 *   of one value.
 * - Conditions are booleans. They become 0 and 1 where a value is needed, and values become
 *   conditions.
 */
import { type ParseDiagnostic, type Stmt, withOptions } from 'sqlite3-parser';
import type { Catalog } from '../translator/catalog.js';
import {
  findNativeProblem,
  firstWord,
  isNative,
  quoteName,
  quoteText,
  splitNative,
} from '../translator/postgres-text.js';
import {
  type Placed,
  scanStatement,
  sqlPlaceOf,
  TranslationError,
} from '../translator/sqlite-text.js';
import { checkSize } from '../translator/statement-size.js';
import {
  assembleEmbedded,
  assemblePlain,
  type EmbeddedStatement,
  type StatementKind,
  TranslatedStatement,
  type Translation,
} from '../translator/translation.js';
import { type Recursion, Translator } from '../translator/translator.js';
import { mostParameters, type ParameterSlot } from '../values/parameters.js';
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
import { translateSelect } from './selects.js';
import { translateExpression } from './translate-expression.js';
import { translateCreateTrigger } from './triggers.js';
import { translateDelete, translateInsert, translateUpdate } from './writes.js';

/** Options of `translate`. */
export interface TranslationOptions {
  /** Whether the statement belongs to a migration, which has functions that scripts do not have. */
  readonly isMigration?: boolean;
  /** Known tables. Default: none, with which the translation is correct but slower. */
  readonly catalog?: Catalog | undefined;
  /**
   * What to write instead of constructs that are refused, by the names of functions in lower case,
   * and for `transaction` and `virtual table`. Default: advice that fits all programs.
   */
  readonly advice?: Readonly<Record<string, string>>;
}

const noAdvice: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

const recursion: Recursion = { expression: translateExpression, select: translateSelect };

/** Statements that take values; all others are definitions. */
const takingValues = new Set<Stmt['type']>([
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
]);

/**
 * Translates one statement.
 *
 * @param sql text of the statement, with comments; a text that begins with the comment
 *   `-- postgresql` is already in PostgreSQL's SQL
 * @throws TranslationError when it is not one statement of SQLite's SQL, or cannot be translated
 */
export function translate(sql: string, options: TranslationOptions = {}): Translation {
  if (sql.includes('\0')) {
    throw new TranslationError(
      'The SQL contains U+0000',
      undefined,
      sqlPlaceOf(sql, sql.indexOf('\0')),
    );
  }
  checkSize(sql);
  if (isNative(sql)) return translateNative(sql);
  const root = parse(sql);
  try {
    const translator = new Translator(sql, scanStatement(sql, root), recursion, {
      isMigration: options.isMigration ?? false,
      isDefinition: !takingValues.has(root.type),
      catalog: options.catalog,
      advice: options.advice ?? noAdvice,
    });
    return translateRoot(translator, root);
  } catch (error) {
    // The stack is full. SQLite's own limit is a depth of 1,000 (https://sqlite.org/limits.html).
    if (!(error instanceof RangeError)) throw error;
    throw new TranslationError('The statement is nested too deeply', undefined, sqlPlaceOf(sql, 0));
  }
}

/** The grammar of SQLite 3.46 and later, which allows `1_000`. */
const { parseStmt } = withOptions({ digitSeparator: '_' });

const changesRows = /^(?:UPDATE|DELETE)$/;

function parse(sql: string): Stmt {
  const result = parseStmt(sql);
  if (result.status === 'ok') return result.root;
  const [{ message, hints, span }] = result.errors as readonly [ParseDiagnostic];
  const place = sqlPlaceOf(sql, span.offset);
  if (/^near "(?:order|limit)"/i.test(message) && changesRows.test(firstWord(sql))) {
    throw new TranslationError(
      `${firstWord(sql)} cannot have ORDER BY or LIMIT on PostgreSQL`,
      'write WHERE id IN (SELECT id … ORDER BY … LIMIT …)',
      place,
    );
  }
  throw new TranslationError(message, hints?.[0]?.message, place);
}

function translateNative(sql: string): Translation {
  const problem = findNativeProblem(sql);
  if (problem !== undefined) throw new TranslationError(problem, undefined, sqlPlaceOf(sql, 0));
  const parts = splitNative(sql);
  if (parts.length - 1 > mostParameters) {
    const limit = `There are more than ${mostParameters} placeholders`;
    throw new TranslationError(limit, 'pass a list as an array or as JSON', sqlPlaceOf(sql, 0));
  }
  const slots = parts.slice(1).map((_, source): ParameterSlot => ({ source, role: 'untyped' }));
  const text = parts.map((part, index) => (index === 0 ? part : `$${index}${part}`)).join('');
  const word = firstWord(sql);
  const returnsRows =
    /^(?:SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN)$/.test(word) || /\breturning\b/i.test(sql);
  const isWrite = /^(?:INSERT|UPDATE|DELETE|MERGE)$/.test(word);
  const kind = returnsRows && !isWrite ? 'select' : isWrite ? 'change' : 'define';
  return new TranslatedStatement(
    { kind, returnsRows, parameterCount: slots.length, isNative: true },
    slots,
    () => text,
  );
}

function translateRoot(translator: Translator, root: Stmt): Translation {
  const plain = (
    kind: StatementKind,
    sql: string,
    shape: Partial<Translation> = {},
  ): Translation => {
    const { used, assemble } = assemblePlain(sql);
    return new TranslatedStatement(
      {
        kind,
        returnsRows: kind === 'select',
        parameterCount: translator.placeholderCount,
        ...shape,
      },
      used.map((slot) => translator.slotAt(slot)),
      assemble,
    );
  };
  const embedded = (
    kind: StatementKind,
    sql: EmbeddedStatement,
    shape: Partial<Translation>,
  ): Translation =>
    new TranslatedStatement(
      { kind, returnsRows: false, parameterCount: translator.placeholderCount, ...shape },
      translator.slots,
      assembleEmbedded(sql, translator.slots.length),
    );
  switch (root.type) {
    case 'SelectStmt':
      return plain('select', translator.select(root.body, 'statement'));
    case 'InsertStmt': {
      const sql = translateInsert(translator, root);
      const shape = { hasIdColumn: true, returnsRows: root.returning !== undefined };
      return typeof sql === 'string' ? plain('insert', sql, shape) : embedded('insert', sql, shape);
    }
    case 'UpdateStmt': {
      const sql = translateUpdate(translator, root);
      if (typeof sql !== 'string') return embedded('change', sql, { countsInCell: true });
      return plain('change', sql, { returnsRows: root.returning !== undefined });
    }
    case 'DeleteStmt':
      return plain('change', translateDelete(translator, root), {
        returnsRows: root.returning !== undefined,
      });
    case 'PragmaStmt':
      return translatePragma(translator, root, plain);
    default: {
      const sql = translateDefinition(translator, root);
      if (translator.slots.length === 0) return plain('define', sql);
      return translator.refuse(
        root,
        'A definition takes no placeholders',
        'insert the values after the definition',
      );
    }
  }
}

function translateDefinition(translator: Translator, root: Stmt): string {
  switch (root.type) {
    case 'CreateTableStmt':
      return translateCreateTable(translator, root);
    case 'CreateIndexStmt':
      return translateCreateIndex(translator, root);
    case 'CreateViewStmt':
      return translateCreateView(translator, root);
    case 'CreateTriggerStmt':
      return translateCreateTrigger(translator, root);
    case 'AlterTableStmt':
      return translateAlterTable(translator, root);
    case 'DropTableStmt':
      return translateDropTable(translator, root);
    case 'DropIndexStmt':
      return translateDropIndex(translator, root);
    case 'DropViewStmt':
      return translateDropView(translator, root);
    case 'DropTriggerStmt':
      return translateDropTrigger(translator, root);
    case 'AnalyzeStmt':
      return `ANALYZE${root.objName === undefined ? '' : ` ${quoteName(translator.tableName(root.objName))}`}`;
    default:
      return translator.refuse(
        root,
        `${firstWord(translator.source)} is not available on PostgreSQL`,
        insteadOf(translator, root),
      );
  }
}

function insteadOf({ advice }: Translator, root: Stmt): string | undefined {
  switch (root.type) {
    case 'BeginStmt':
    case 'CommitStmt':
    case 'RollbackStmt':
    case 'SavepointStmt':
    case 'ReleaseStmt':
      return advice.transaction ?? 'send it to PostgreSQL unchanged';
    case 'CreateVirtualTableStmt':
      return (
        advice['virtual table'] ?? 'use an ordinary table, and search with PostgreSQL’s own SQL'
      );
    default:
      return undefined;
  }
}

function translatePragma(
  translator: Translator,
  root: Extract<Stmt, { type: 'PragmaStmt' }>,
  plain: (kind: StatementKind, sql: string) => Translation,
): Translation {
  const name = root.name.objName.text.toLowerCase();
  const value = root.body && translator.textOf(root.body.value).replace(/^["'[`]|["'\]`]$/g, '');
  if (name === 'table_info' && value !== undefined) {
    return plain('select', `SELECT * FROM touchstone.pragma_table_info(${quoteText(value)})`);
  }
  if (name === 'defer_foreign_keys' && value !== undefined && translator.isMigration) {
    return plain(
      'define',
      `SET CONSTRAINTS ALL ${/^(?:1|on|true|yes)$/i.test(value) ? 'DEFERRED' : 'IMMEDIATE'}`,
    );
  }
  const at: Placed = root;
  return translator.refuse(
    at,
    `PRAGMA ${name} is not available on PostgreSQL`,
    'use PRAGMA table_info(table), or the table sqlite_master',
  );
}
