/** How the functions of the compatibility schema are written down. */

/** The schema that holds them. A connection has it at the end of its `search_path`. */
export const schemaName = 'touchstone';

/** What PostgreSQL may assume of a function. */
type Volatility = 'IMMUTABLE' | 'STABLE' | 'VOLATILE';

const begin = (head: string, returns: string, language: string, volatility: Volatility): string =>
  `CREATE OR REPLACE FUNCTION ${schemaName}.${head} RETURNS ${returns} ` +
  `LANGUAGE ${language} ${volatility} PARALLEL SAFE`;

const quoted = (body: string): string => `AS $touchstone$${body}$touchstone$;`;

/**
 * A function of one expression, which PostgreSQL puts into the statement that calls it. The form of
 * its body tells PostgreSQL which functions it calls, so that a backup has these before it.
 */
export function inline(head: string, returns: string, expression: string): string {
  return inlineChanging(head, returns, 'IMMUTABLE', expression);
}

/** Likewise, for an expression whose value changes with the time or with every call. */
export function inlineChanging(
  head: string,
  returns: string,
  volatility: Volatility,
  expression: string,
): string {
  return `${begin(head, returns, 'sql', volatility)} RETURN ${expression};`;
}

/** Likewise, for values of any type; it may call functions of PostgreSQL only. */
export function inlineOfAny(head: string, returns: string, expression: string): string {
  return `${begin(head, returns, 'sql', 'IMMUTABLE')} ${quoted(`SELECT ${expression}`)}`;
}

/** A function in PL/pgSQL. */
export function procedure(
  head: string,
  returns: string,
  body: string,
  volatility: Volatility = 'IMMUTABLE',
): string {
  return `${begin(head, returns, 'plpgsql', volatility)} ${quoted(body)}`;
}

/** Creates what PostgreSQL has no `OR REPLACE` for, unless it is there. */
export function unlessPresent(create: string): string {
  return `DO $create$ BEGIN ${create}; EXCEPTION WHEN duplicate_function OR duplicate_object THEN NULL; END $create$;`;
}
