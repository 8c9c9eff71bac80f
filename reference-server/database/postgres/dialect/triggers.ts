import type { CreateTriggerStmt, TriggerCmd } from 'sqlite3-parser';
import { unless } from './definitions.js';
import { translateCondition } from './expressions.js';
import { quoteName, quoteText } from './names.js';
import { translateSelect } from './selects.js';
import type { Statement } from './statement.js';
import { translateCommand } from './writes.js';

/** How the function of a trigger is named: so that it can be found by the trigger's name. */
const functionName = (trigger: string): string => quoteName(`trigger ${trigger}`);

/** CREATE TRIGGER: on PostgreSQL a function and a trigger that calls it. */
export function translateCreateTrigger(statement: Statement, create: CreateTriggerStmt): string {
  if (create.temporary) {
    statement.refuse(create, 'There are no TEMPORARY triggers on PostgreSQL', 'leave the word out');
  }
  const name = statement.tableName(create.triggerName);
  const functionSql = functionName(name);
  const table = quoteName(statement.tableName(create.tblName));
  const sql =
    // Other programs that write to the table need not know of the schema with the functions.
    `CREATE FUNCTION ${functionSql}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS ` +
    `${quoteText(bodyOf(statement, create, functionSql))};\n` +
    `CREATE TRIGGER ${quoteName(name)} ${timeOf(create)} ${eventOf(statement, create)} ON ${table} ` +
    `FOR EACH ROW EXECUTE FUNCTION ${functionSql}()`;
  if (!create.ifNotExists) return sql;
  return unless(`to_regproc(${quoteText(functionSql)}) IS NOT NULL`, sql);
}

function timeOf({ time }: CreateTriggerStmt): string {
  return time === 'InsteadOf' ? 'INSTEAD OF' : (time ?? 'Before').toUpperCase();
}

function eventOf(statement: Statement, { event }: CreateTriggerStmt): string {
  switch (event.type) {
    case 'InsertTriggerEvent':
      return 'INSERT';
    case 'DeleteTriggerEvent':
      return 'DELETE';
    case 'UpdateTriggerEvent':
      return 'UPDATE';
    case 'UpdateOfTriggerEvent':
      return `UPDATE OF ${event.columns.map(({ text }) => statement.name(text)).join(', ')}`;
  }
}

function bodyOf(statement: Statement, create: CreateTriggerStmt, functionSql: string): string {
  const row = create.event.type === 'DeleteTriggerEvent' ? 'OLD' : 'NEW';
  const commands = create.commands.map((command) => `${commandOf(statement, command)};`);
  const condition = create.whenClause && translateCondition(statement, create.whenClause);
  const body =
    condition === undefined ? commands : [`IF ${condition} THEN`, ...commands, 'END IF;'];
  return [
    '#variable_conflict use_column',
    'DECLARE stack text;',
    'BEGIN',
    // A trigger is not run by what it does itself.
    'IF pg_trigger_depth() > 1 THEN GET DIAGNOSTICS stack = PG_CONTEXT;',
    `IF touchstone.is_nested(stack, ${quoteText(functionSql)}) THEN RETURN ${row}; END IF; END IF;`,
    ...body,
    `RETURN ${row};`,
    'END',
  ].join('\n');
}

function commandOf(statement: Statement, command: TriggerCmd): string {
  switch (command.type) {
    case 'SelectTriggerCmd':
      return `PERFORM * FROM (${translateSelect(statement, command.select, 'existence')}) AS "row"`;
    case 'DeleteTriggerCmd':
      return translateCommand(statement, { ...command, type: 'delete' });
    case 'UpdateTriggerCmd':
      return translateCommand(statement, { type: 'update', change: command });
    case 'InsertTriggerCmd':
      return translateCommand(statement, {
        type: 'insert',
        insertion: { ...command, columns: command.colNames },
      });
  }
}
