/** CREATE TRIGGER (https://sqlite.org/lang_createtrigger.html). */
import type { CreateTriggerStmt, TriggerCmd } from 'sqlite3-parser';
import { quoteName, quoteText } from '../translator/postgres-text.js';
import type { Translator } from '../translator/translator.js';
import { unless } from './definitions.js';
import { translateCommand } from './writes.js';

/** Name of a trigger's function; DROP TRIGGER finds the function by it. */
const functionName = (trigger: string): string => quoteName(`trigger ${trigger}`);

/** Translates CREATE TRIGGER to a function in PL/pgSQL and a trigger that calls it. */
export function translateCreateTrigger(translator: Translator, create: CreateTriggerStmt): string {
  if (create.temporary) {
    translator.refuse(
      create,
      'There are no TEMPORARY triggers on PostgreSQL',
      'leave out TEMPORARY',
    );
  }
  const name = translator.tableName(create.triggerName);
  const functionSql = functionName(name);
  const table = quoteName(translator.tableName(create.tblName));
  const sql =
    // Other programs can write to the table without the compatibility schema in their path.
    `CREATE FUNCTION ${functionSql}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS ` +
    `${quoteText(bodyOf(translator, create, functionSql))};\n` +
    `CREATE TRIGGER ${quoteName(name)} ${timeOf(create)} ${eventOf(translator, create)} ON ${table} ` +
    `FOR EACH ROW EXECUTE FUNCTION ${functionSql}()`;
  if (!create.ifNotExists) return sql;
  return unless(`to_regproc(${quoteText(functionSql)}) IS NOT NULL`, sql);
}

function timeOf({ time }: CreateTriggerStmt): string {
  return time === 'InsteadOf' ? 'INSTEAD OF' : (time ?? 'Before').toUpperCase();
}

function eventOf(translator: Translator, { event }: CreateTriggerStmt): string {
  switch (event.type) {
    case 'InsertTriggerEvent':
      return 'INSERT';
    case 'DeleteTriggerEvent':
      return 'DELETE';
    case 'UpdateTriggerEvent':
      return 'UPDATE';
    case 'UpdateOfTriggerEvent':
      return `UPDATE OF ${event.columns.map(({ text }) => translator.name(text)).join(', ')}`;
  }
}

/** As in SQLite, rows that `insert_or_replace` deletes run no triggers. */
const unlessReplaced =
  "IF current_setting('touchstone.replaced', true) = TG_RELID::text THEN RETURN OLD; END IF;";

function bodyOf(translator: Translator, create: CreateTriggerStmt, functionSql: string): string {
  const row = create.event.type === 'DeleteTriggerEvent' ? 'OLD' : 'NEW';
  const commands = create.commands.map((command) => `${commandOf(translator, command)};`);
  const condition = create.whenClause && translator.condition(create.whenClause);
  const body =
    condition === undefined ? commands : [`IF ${condition} THEN`, ...commands, 'END IF;'];
  return [
    '#variable_conflict use_column',
    'DECLARE stack text;',
    'BEGIN',
    ...(row === 'OLD' ? [unlessReplaced] : []),
    // As in SQLite, a trigger does not run itself recursively.
    'IF pg_trigger_depth() > 1 THEN GET DIAGNOSTICS stack = PG_CONTEXT;',
    `IF touchstone.is_nested(stack, ${quoteText(functionSql)}) THEN RETURN ${row}; END IF; END IF;`,
    ...body,
    `RETURN ${row};`,
    'END',
  ].join('\n');
}

function commandOf(translator: Translator, command: TriggerCmd): string {
  switch (command.type) {
    case 'SelectTriggerCmd':
      return `PERFORM * FROM (${translator.select(command.select, 'existence')}) AS "row"`;
    case 'DeleteTriggerCmd':
      return translateCommand(translator, { ...command, type: 'delete' });
    case 'UpdateTriggerCmd':
      return translateCommand(translator, { type: 'update', change: command });
    case 'InsertTriggerCmd':
      return translateCommand(translator, {
        type: 'insert',
        insertion: { ...command, columns: command.colNames },
      });
  }
}
