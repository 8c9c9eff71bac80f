import type { Expr, Name } from 'sqlite3-parser';
import type { Catalog } from './catalog.js';
import { quoteName } from './names.js';
import type { Role, Slot } from './parameters.js';
import type { Parts } from './parts.js';
import { placeOf, TranslationError } from './translation-error.js';

/** A part of a statement that has a place in its text. */
export interface Placed {
  readonly span: { readonly offset: number; readonly length: number };
}

/** A table that the columns of a query come from. */
export interface Source {
  /** The name that columns are qualified with. */
  readonly alias: string;
  /** The table's name; undefined for a subquery. */
  readonly table: string | undefined;
  /** Whether it is `json_each`, of which some columns have values of any type. */
  readonly isJson?: boolean;
}

/** How the columns are read that a query with aggregates neither groups by nor aggregates. */
export interface Grouping {
  /** What the rows are grouped by: texts without blanks, tables and case. */
  readonly keys: ReadonlySet<string>;
  /** An aggregate that gives a column's value of one of the rows. */
  readonly pick: (column: string) => string;
  /** Whether a column of the result is one of the keys. */
  readonly isKey: (column: { readonly expr: Expr; readonly alias: NamedAs | undefined }) => boolean;
}

interface NamedAs {
  readonly name: Name;
}

/** A column of a result with a name of its own. */
export interface Alias {
  readonly name: string;
  readonly expr: Expr;
}

/** The query that an expression belongs to. */
export interface Scope {
  readonly sources: readonly Source[];
  /** Undefined outside of queries with aggregates, and within the arguments of aggregates. */
  readonly grouping: Grouping | undefined;
  /** The columns that the query names, by their names in lower case. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Whether a name in an expression may be one that the query gives: in HAVING and ORDER BY. */
  readonly seesAliases: boolean;
  /** What columns without a table are qualified with: in ON CONFLICT they could be two. */
  readonly qualifier: string | undefined;
}

const noScope: Scope = {
  sources: [],
  grouping: undefined,
  aliases: new Map(),
  seesAliases: false,
  qualifier: undefined,
};

/** Marks the place of a slot in SQL: its number stands between two of them. */
export const slotMark = '\0';

/** A statement on its way from one dialect to the other: what all parts of its translation share. */
export class Statement {
  readonly source: string;
  readonly slots: Slot[] = [];
  readonly isMigration: boolean;
  readonly #catalog: Catalog | undefined;
  readonly #isDefinition: boolean;
  readonly #parts: Parts;
  readonly #slotOf = new Map<string, number>();
  #scope: Scope = noScope;
  #aliasCount = 0;

  constructor(
    source: string,
    parts: Parts,
    options: {
      readonly isMigration: boolean;
      readonly isDefinition: boolean;
      readonly catalog: Catalog | undefined;
    },
  ) {
    this.source = source;
    this.#parts = parts;
    this.isMigration = options.isMigration;
    this.#isDefinition = options.isDefinition;
    this.#catalog = options.catalog;
  }

  get scope(): Scope {
    return this.#scope;
  }

  get placeholderCount(): number {
    return this.#parts.placeholders.size;
  }

  /** Translates something within another scope. */
  within<Result>(scope: Partial<Scope>, act: () => Result): Result {
    const outer = this.#scope;
    this.#scope = { ...outer, ...scope };
    try {
      return act();
    } finally {
      this.#scope = outer;
    }
  }

  /** Likewise, for a statement of its own or a query that sees nothing of the one around it. */
  apart<Result>(scope: Partial<Scope>, act: () => Result): Result {
    return this.within({ ...noScope, ...scope }, act);
  }

  /** The SQL for a placeholder whose value has to play a role. */
  parameter(at: Placed, role: Role): string {
    const source = this.#parts.placeholders.get(at.span.offset) ?? 0;
    const key = `${source} ${role}`;
    const slot = this.#slotOf.get(key) ?? this.slots.push({ source, role }) - 1;
    this.#slotOf.set(key, slot);
    return `${slotMark}${slot}${slotMark}`;
  }

  /**
   * The SQL for a number that the text contains: statements that differ in it only, as those of
   * `order` with limits do, are then one to PostgreSQL. Definitions take no values.
   */
  constant(value: string): string {
    if (this.#isDefinition) return value;
    const slot = this.slots.push({ source: -1, role: 'integer', constant: BigInt(value) }) - 1;
    return `${slotMark}${slot}${slotMark}`;
  }

  /** A name as it is spelled where it comes from, quoted. */
  name(name: string): string {
    return quoteName(this.spell(name));
  }

  /** In SQLite the case of names does not count: a name is what an alias or the database has. */
  spell(name: string): string {
    const { aliases } = this.#parts;
    const alias = aliases.get(name.toLowerCase());
    const known = this.#catalog?.spell(name);
    if (alias === name || known === name) return name;
    return alias ?? known ?? name;
  }

  /** Whether it is known that no table has a column of a name. */
  isNoColumn(name: string): boolean {
    return this.#catalog !== undefined && this.#catalog.spell(name) === undefined;
  }

  isNeverNull(table: string, column: string): boolean {
    return this.#catalog?.isNeverNull(this.spell(table), this.spell(column)) ?? false;
  }

  /** Whether a column is known to store the same for a number and for its text. */
  readsTexts(table: string, column: string): boolean {
    return this.#catalog?.readsTexts(this.spell(table), this.spell(column)) ?? false;
  }

  /** A name for a subquery that has none. */
  newAlias(): string {
    this.#aliasCount += 1;
    return quoteName(`subquery ${this.#aliasCount}`);
  }

  textOf({ span }: Placed): string {
    return this.source.slice(span.offset, span.offset + span.length).trim();
  }

  refuse(at: Placed, problem: string, instead?: string): never {
    throw new TranslationError(problem, instead, placeOf(this.source, at.span.offset));
  }

  /** The name of a table of this database; other databases cannot be reached. */
  tableName(qualified: { readonly dbName: Name | undefined; readonly objName: Name }): string {
    const { dbName, objName } = qualified;
    if (dbName !== undefined && dbName.text.toLowerCase() !== 'main') {
      this.refuse(
        dbName,
        `There is no database "${dbName.text}"`,
        'on PostgreSQL all tables are in one schema',
      );
    }
    return this.spell(objName.text);
  }
}
