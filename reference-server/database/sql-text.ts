/** What an SQL text is, as far as its first words tell. */

/** All that SQLite passes over before a statement: blanks, empty statements, BOM, comments. */
const leadIn = /^(?:[\s;]|\xef\xbb\xbf|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))+/;

const pragma = /^pragma\b/i;

/** Those that look something up; without an argument all do. */
const lookup =
  /^pragma\s+(?:\w+\s*\.\s*)?(?:(?:table_x?info|table_list|index_x?info|index_list|foreign_key_list|foreign_key_check|integrity_check|quick_check)\b|\w+[\s;]*$)/i;

/** A statement from its first word on. */
export function skipLeadIn(sql: string): string {
  return sql.replace(leadIn, '');
}

/** Whether a statement, from its first word on, is a `PRAGMA` that changes a setting. */
export function isSetting(text: string): boolean {
  return pragma.test(text) && !lookup.test(text);
}

const insertStatement = /^(?:with\b[\s\S]*\)\s*)?(?:insert|replace)\b/i;

/** Whether a statement, from its first word on, adds rows. */
export function isInsert(text: string): boolean {
  return insertStatement.test(text);
}
