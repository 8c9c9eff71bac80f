/** Where something stands in an SQL text; both count from 1. */
export interface SqlPlace {
  readonly line: number;
  readonly column: number;
}

/** Line and column of an offset in a text. */
export function placeOf(sql: string, offset: number): SqlPlace {
  const before = sql.slice(0, offset);
  return {
    line: before.split('\n').length,
    column: offset - before.lastIndexOf('\n'),
  };
}

/** What is wrong with a statement on PostgreSQL, where in its text, and what to write instead. */
export class TranslationError extends Error {
  override readonly name = 'TranslationError';
  /** What to write instead; undefined when the statement is wrong on SQLite as well. */
  readonly instead: string | undefined;
  readonly place: SqlPlace;

  constructor(problem: string, instead: string | undefined, place: SqlPlace) {
    const where = `line ${place.line}, column ${place.column} of the SQL`;
    super(instead === undefined ? `${problem} (${where})` : `${problem} (${where}): ${instead}`);
    this.instead = instead;
    this.place = place;
  }
}
