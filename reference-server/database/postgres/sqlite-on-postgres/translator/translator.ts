/** The state of a statement's translation, which all its parts share. */

import type { Expr, Name, Select } from 'sqlite3-parser';
import {
  mostParameters,
  type ParameterRole,
  type ParameterSlot,
  slotMark,
} from '../values/parameters.js';
import type { Catalog, KnownColumn } from './catalog.js';
import { quoteName } from './postgres-text.js';
import { asCondition, asValue, type ParameterWriter, type SqlFragment } from './sql-fragment.js';
import { type Placed, type StatementScan, sqlPlaceOf, TranslationError } from './sqlite-text.js';

/**
 * The use of a query: only the columns of a statement's own result need names, and columns store
 * values of all types.
 */
export type SelectUse = 'statement' | 'values' | 'existence' | 'storage';

/**
 * The recursion of the grammar: expressions contain queries, and queries expressions. Both reach
 * each other through the translator, so that no file imports a file that imports it.
 */
export interface Recursion {
  readonly expression: (translator: Translator, expression: Expr) => SqlFragment;
  readonly select: (translator: Translator, select: Select, use: SelectUse) => string;
}

/** Options of a translator. */
export interface TranslatorOptions {
  readonly isMigration: boolean;
  /** Whether the statement is a definition, which takes no values. */
  readonly isDefinition: boolean;
  readonly catalog: Catalog | undefined;
  /** See `TranslationOptions`. */
  readonly advice: Readonly<Record<string, string>>;
}

/** A table in the FROM clause of a query. */
export interface Source {
  /** The name that qualifies its columns. */
  readonly alias: string;
  /** The table's name; undefined for a subquery. */
  readonly table: string | undefined;
  /** Whether it is `json_each`, some of whose columns have values of any type. */
  readonly isJson?: boolean;
}

/** The grouping of a query, and how it reads columns that it neither groups by nor aggregates. */
export interface Grouping {
  /** The expressions of GROUP BY: texts in lower case, without blanks and tables. */
  readonly keys: ReadonlySet<string>;
  /** An aggregate with a column's value in one of the rows. */
  readonly pick: (column: string) => string;
  /** Whether a column of the result is a key. */
  readonly isKey: (column: { readonly expr: Expr; readonly alias: NamedAs | undefined }) => boolean;
}

interface NamedAs {
  readonly name: Name;
}

/** A column of a result with an alias. */
export interface Alias {
  readonly name: string;
  readonly expr: Expr;
}

/** The query that an expression belongs to. */
export interface Scope {
  readonly sources: readonly Source[];
  /** Undefined outside of queries with aggregates, and within arguments of aggregates. */
  readonly grouping: Grouping | undefined;
  /** The aliases of the query's columns, by lower case. */
  readonly aliases: ReadonlyMap<string, Alias>;
  /** Whether expressions may refer to aliases: in HAVING and ORDER BY. */
  readonly seesAliases: boolean;
  /** Whether equal rows are one, so that the result can only be sorted by its columns. */
  readonly isDistinct: boolean;
  /** Qualifies columns without a table: in ON CONFLICT they would be ambiguous. */
  readonly qualifier: string | undefined;
}

/**
 * Maximum amount of text that a translation produces or reads again, in characters: 16 times the
 * longest statement. Some translations repeat their operands, so that nested ones grow
 * exponentially.
 */
const mostText = 16_000_000;

/** Charge for an expression without its text: a name may stand for a large expression. */
const expressionCharge = 32;

const noScope: Scope = {
  sources: [],
  grouping: undefined,
  aliases: new Map(),
  seesAliases: false,
  isDistinct: false,
  qualifier: undefined,
};

/** The translator of one statement. */
export class Translator implements ParameterWriter {
  /** SQL text of the statement. */
  readonly source: string;
  /** Parameters of the translated statement. */
  readonly slots: ParameterSlot[] = [];
  readonly isMigration: boolean;
  readonly advice: TranslatorOptions['advice'];
  readonly #catalog: Catalog | undefined;
  readonly #isDefinition: boolean;
  readonly #scan: StatementScan;
  readonly #recursion: Recursion;
  readonly #slotOf = new Map<string, number>();
  #scope: Scope = noScope;
  #aliasCount = 0;
  /** Charged text, in characters. */
  #text = 0;

  constructor(
    source: string,
    scan: StatementScan,
    recursion: Recursion,
    options: TranslatorOptions,
  ) {
    this.source = source;
    this.#scan = scan;
    this.#recursion = recursion;
    this.isMigration = options.isMigration;
    this.advice = options.advice;
    this.#isDefinition = options.isDefinition;
    this.#catalog = options.catalog;
  }

  /** The query that is being translated. */
  get scope(): Scope {
    return this.#scope;
  }

  get placeholderCount(): number {
    return this.#scan.placeholders.size;
  }

  /**
   * Charges text against the limit of the translation.
   *
   * @throws TranslationError when the limit is exceeded
   */
  charge(characters: number): void {
    this.#text += characters;
    if (this.#text <= mostText) return;
    const problem = `The translated statement would be longer than ${mostText} characters`;
    throw new TranslationError(problem, 'split it, or nest it less', sqlPlaceOf(this.source, 0));
  }

  /** Charges the text of a part, apart from the texts that its own parts were charged for. */
  #chargeRest(before: number, length: number): void {
    this.charge(Math.max(0, before + length - this.#text));
  }

  /** Translates an expression. */
  expression(expression: Expr): SqlFragment {
    const before = this.#text;
    this.charge(expressionCharge);
    const fragment = this.#recursion.expression(this, expression);
    this.#chargeRest(before, fragment.sql.length);
    return fragment;
  }

  /** Translates a condition. */
  condition(expression: Expr): string {
    return asCondition(this, this.expression(expression));
  }

  /** Translates an expression to a value of its own type. */
  value(expression: Expr): string {
    return asValue(this, this.expression(expression));
  }

  /** Translates a query. */
  select(select: Select, use: SelectUse): string {
    const before = this.#text;
    const sql = this.#recursion.select(this, select, use);
    this.#chargeRest(before, sql.length);
    return sql;
  }

  /** Runs code with a scope that differs from the current one. */
  within<Result>(scope: Partial<Scope>, act: () => Result): Result {
    const outer = this.#scope;
    this.#scope = { ...outer, ...scope };
    try {
      return act();
    } finally {
      this.#scope = outer;
    }
  }

  /** Like `within`, for a query that sees nothing of the query around it. */
  withinFreshScope<Result>(scope: Partial<Scope>, act: () => Result): Result {
    return this.within({ ...noScope, ...scope }, act);
  }

  parameter(at: Placed, role: ParameterRole): string {
    const source = this.#scan.placeholders.get(at.span.offset);
    if (source === undefined) return this.refuse(at, 'This placeholder is in no expression');
    const key = `${source} ${role}`;
    const slot = this.#slotOf.get(key) ?? this.#addSlot({ source, role });
    this.#slotOf.set(key, slot);
    return `${slotMark}${slot}${slotMark}`;
  }

  /**
   * SQL of a number in the text. It becomes a parameter, so that statements that differ in it only
   * (`order` with limits) have one text on PostgreSQL. Definitions take no parameters.
   */
  constant(value: string): string {
    if (this.#isDefinition) return value;
    const slot = this.#addSlot({ source: -1, role: 'integer', constant: BigInt(value) });
    return `${slotMark}${slot}${slotMark}`;
  }

  #addSlot(slot: ParameterSlot): number {
    if (this.slots.length < mostParameters) return this.slots.push(slot) - 1;
    const problem = `The translated statement has more than ${mostParameters} parameters`;
    throw new TranslationError(problem, 'pass a list as JSON', sqlPlaceOf(this.source, 0));
  }

  slotAt(slot: number): ParameterSlot {
    const found = this.slots[slot];
    if (found === undefined) throw new RangeError(`There is no parameter slot ${slot}.`);
    return found;
  }

  /** A name in its defined spelling, quoted. */
  name(name: string): string {
    return quoteName(this.spell(name));
  }

  /** A name in the spelling of its alias or of the database: SQLite ignores the case of names. */
  spell(name: string): string {
    const { aliases } = this.#scan;
    const alias = aliases.get(name.toLowerCase());
    const known = this.#catalog?.spell(name);
    if (alias === name || known === name) return name;
    return alias ?? known ?? name;
  }

  /** Whether certainly no table or column has this name. */
  isNoColumn(name: string): boolean {
    return this.#catalog !== undefined && this.#catalog.spell(name) === undefined;
  }

  /**
   * A column of the current query; undefined when its table is not known.
   *
   * @param qualifier name or alias of its table, if the statement has one
   */
  findColumn(qualifier: string | undefined, column: string): KnownColumn | undefined {
    const wanted = qualifier?.toLowerCase();
    for (const { alias, table } of this.#scope.sources) {
      if (table === undefined || (wanted ?? alias.toLowerCase()) !== alias.toLowerCase()) continue;
      const found = this.#catalog?.find(this.spell(table), this.spell(column));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether a column certainly contains no null. */
  isNeverNull(table: string, column: string): boolean {
    return this.#catalog?.isNeverNull(this.spell(table), this.spell(column)) ?? false;
  }

  /** A column that certainly stores the same for a number and for its text. */
  findReadingColumn(table: string, column: string): KnownColumn | undefined {
    return this.#catalog?.findReading(this.spell(table), this.spell(column));
  }

  /** The columns that INSERT without names writes; undefined for an unknown table. */
  storedColumnsOf(table: string): readonly string[] | undefined {
    return this.#catalog?.storedColumnsOf(this.spell(table));
  }

  /** Whether the rows of a table certainly have no id. */
  isWithoutIds(table: string): boolean {
    return this.#catalog?.isWithoutIds(this.spell(table)) ?? false;
  }

  /** A new name for a subquery without one. */
  newAlias(): string {
    this.#aliasCount += 1;
    return quoteName(`subquery ${this.#aliasCount}`);
  }

  /** The SQL text of a part of the statement. */
  textOf({ span }: Placed): string {
    this.charge(span.length);
    return this.source.slice(span.offset, span.offset + span.length).trim();
  }

  /** @throws TranslationError with the place of a part of the statement */
  refuse(at: Placed, problem: string, instead?: string): never {
    throw new TranslationError(problem, instead, sqlPlaceOf(this.source, at.span.offset));
  }

  /** The name of a table, which must be in this database. */
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
