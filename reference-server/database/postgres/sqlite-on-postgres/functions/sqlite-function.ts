/** A function of SQLite: everything about it, in one place. */
import type { FunctionCallExpr, FunctionCallStarExpr } from 'sqlite3-parser';
import type { FragmentKind, SqlFragment } from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import type { SqlParameter } from '../values/values.js';

/** A call of a function in SQLite's SQL; `count(*)` is one of the second kind. */
export type FunctionCall = FunctionCallExpr | FunctionCallStarExpr;

/** Minimum and maximum number of arguments. */
interface Arity {
  readonly least: number;
  readonly most: number;
}

/** The translation of a call with single values. */
export interface ScalarTranslation extends Arity {
  readonly make: (
    translator: Translator,
    args: readonly SqlFragment[],
    call: FunctionCall,
  ) => SqlFragment;
}

/** The translation of a call over the rows of a query. */
export interface AggregateTranslation extends Arity {
  readonly make: (
    translator: Translator,
    args: readonly SqlFragment[],
    call: FunctionCall,
  ) => {
    /** The call without FILTER and OVER, which follow it. */
    readonly call: string;
    /** Wraps the complete call. */
    readonly wrap?: (call: string) => string;
    readonly kind: FragmentKind;
    readonly isJson?: boolean;
  };
}

/** Converts an argument to the form that a function takes. */
export type ArgumentForm = (translator: Translator, fragment: SqlFragment) => string;

/** The translation of a call over a window: a function of PostgreSQL with the same name. */
export interface WindowTranslation {
  readonly kind: FragmentKind;
  readonly forms: readonly ArgumentForm[];
  /** Minimum number of arguments. */
  readonly least: number;
}

/** An expression, and the values of its placeholders. */
export type Example = string | readonly [expression: string, ...values: readonly SqlParameter[]];

/** A function of SQLite; a function without a translation is refused. */
export interface SqliteFunction {
  /** Its names, in lower case. */
  readonly names: readonly [string, ...string[]];
  readonly scalar?: ScalarTranslation;
  /** Of `min` and `max`, for calls with one argument. */
  readonly aggregate?: AggregateTranslation;
  readonly window?: WindowTranslation;
  /** Whether it returns a table, as a function of the compatibility schema does. */
  readonly isTable?: boolean;
  /** Whether only migrations may call it. Default: false. */
  readonly isForMigrations?: boolean;
  /** What to write instead of a function that is refused. */
  readonly instead?: string;
  /** SQL that defines its own functions in the compatibility schema. */
  readonly definitions?: readonly string[];
  /** How it differs on PostgreSQL, in Markdown. Default: it does not. */
  readonly remark?: string;
  /** Expressions with the same value on both engines; of a refused function, valid ones. */
  readonly examples: readonly Example[];
}

/** Functions under a heading of the documentation. */
export interface FunctionGroup {
  readonly title: string;
  readonly functions: readonly SqliteFunction[];
}
