/**
 * SQL that defines the functions of the compatibility schema
 * (https://www.postgresql.org/docs/18/sql-createfunction.html).
 */

/** Name of the schema, which is the last one in the `search_path` of a connection. */
export const schemaName = 'touchstone';

/** What the optimizer may assume about a function. */
type Volatility = 'IMMUTABLE' | 'STABLE' | 'VOLATILE';

const begin = (head: string, returns: string, language: string, volatility: Volatility): string =>
  `CREATE OR REPLACE FUNCTION ${schemaName}.${head} RETURNS ${returns} ` +
  `LANGUAGE ${language} ${volatility} PARALLEL SAFE`;

const quoted = (body: string): string => `AS $touchstone$${body}$touchstone$;`;

/**
 * Defines a function of one expression, which PostgreSQL inlines into the calling statement. From
 * this form of body PostgreSQL knows the functions that it calls, and a backup contains these
 * first.
 *
 * @param head name and parameters: `text(bigint)`
 * @param returns type of the result
 */
export function inline(head: string, returns: string, expression: string): string {
  return inlineChanging(head, returns, 'IMMUTABLE', expression);
}

/** Like `inline`, for an expression whose value depends on the time or differs with each call. */
export function inlineChanging(
  head: string,
  returns: string,
  volatility: Volatility,
  expression: string,
): string {
  return `${begin(head, returns, 'sql', volatility)} RETURN ${expression};`;
}

/** Like `inline`, for values of any type. The expression must call functions of PostgreSQL only. */
export function inlineOfAny(head: string, returns: string, expression: string): string {
  return `${begin(head, returns, 'sql', 'IMMUTABLE')} ${quoted(`SELECT ${expression}`)}`;
}

/** Defines a function in PL/pgSQL. */
export function procedure(
  head: string,
  returns: string,
  body: string,
  volatility: Volatility = 'IMMUTABLE',
): string {
  return `${begin(head, returns, 'plpgsql', volatility)} ${quoted(body)}`;
}

/** Creates an object that does not exist yet, where PostgreSQL lacks `OR REPLACE`. */
export function unlessPresent(create: string): string {
  return `DO $create$ BEGIN ${create}; EXCEPTION WHEN duplicate_function OR duplicate_object THEN NULL; END $create$;`;
}
