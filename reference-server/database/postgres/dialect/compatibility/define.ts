/** How the functions of the compatibility schema are written down. */

/** The schema that holds them. A connection has it at the end of its `search_path`. */
export const schemaName = 'touchstone';

/** What PostgreSQL may assume of a function. */
type Volatility = 'IMMUTABLE' | 'STABLE' | 'VOLATILE';

interface Definition {
  /** Name and parameters: `length(text)`. */
  readonly head: string;
  readonly returns: string;
  readonly volatility?: Volatility;
  readonly body: string;
}

function define(language: string, definition: Definition): string {
  const { head, returns, volatility = 'IMMUTABLE', body } = definition;
  return (
    `CREATE OR REPLACE FUNCTION ${schemaName}.${head} RETURNS ${returns} ` +
    `LANGUAGE ${language} ${volatility} PARALLEL SAFE AS $touchstone$${body}$touchstone$;`
  );
}

/** A function of one expression, which PostgreSQL puts into the statement that calls it. */
export function inline(head: string, returns: string, expression: string): string {
  return define('sql', { head, returns, body: `SELECT ${expression}` });
}

/** Likewise, for an expression whose value changes with the time or with every call. */
export function inlineChanging(
  head: string,
  returns: string,
  volatility: Volatility,
  expression: string,
): string {
  return define('sql', { head, returns, volatility, body: `SELECT ${expression}` });
}

/** A function in PL/pgSQL. */
export function procedure(
  head: string,
  returns: string,
  body: string,
  volatility: Volatility = 'IMMUTABLE',
): string {
  return define('plpgsql', { head, returns, volatility, body });
}

/** Creates what PostgreSQL has no `OR REPLACE` for, unless it is there. */
export function unlessPresent(create: string): string {
  return `DO $create$ BEGIN ${create}; EXCEPTION WHEN duplicate_function OR duplicate_object THEN NULL; END $create$;`;
}
