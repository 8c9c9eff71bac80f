/** Calls of functions, with FILTER and OVER. */
import type { Expr, FunctionTail } from 'sqlite3-parser';
import { ownMember } from '../../../../../kit/collections.js';
import { asDynamic, isNumber, type SqlFragment } from '../sql-fragment.js';
import type { Translator } from '../translator.js';
import {
  type Aggregate,
  aggregateTranslations,
  translateOver,
  windowTranslations,
} from './aggregates.js';
import { type FunctionCall, type FunctionTranslation, inForms } from './function-translation.js';
import { jsonTranslations } from './json.js';
import { scalarTranslations } from './scalars.js';
import { timeTranslations } from './times.js';

/** Functions of SQLite without a counterpart, and what to write instead. */
const missing: Readonly<Record<string, string>> = {
  last_insert_rowid: 'use the id that query returns for an INSERT, or RETURNING',
  changes: 'use the number that query returns for an UPDATE or DELETE',
  total_changes: 'add up the numbers that query returns',
  sqlite_version: 'use Db.engine',
  timediff: 'subtract results of julianday or unixepoch',
  soundex: 'store a search key beside the text',
  match: 'use LIKE, or PostgreSQL’s own SQL if Db.engine is "postgresql"',
  json_tree: 'use json_each for each level',
  jsonb: 'use json',
};

/** All functions of single values. */
const scalars: Readonly<Record<string, FunctionTranslation>> = {
  ...scalarTranslations,
  ...timeTranslations,
  ...jsonTranslations,
};

/** Translates a call of a function, with FILTER and OVER. */
export function translateFunction(translator: Translator, call: FunctionCall): SqlFragment {
  const name = call.name.name.toLowerCase();
  const args = call.type === 'FunctionCallExpr' ? (call.args ?? []) : [];
  const aggregate = findAggregate(name, args.length);
  if (aggregate !== undefined) return translateAggregate(translator, call, aggregate, args);
  const overWindow = ownMember(windowTranslations, name);
  if (overWindow !== undefined) {
    checkCount(translator, call, args.length, overWindow.least, overWindow.forms.length);
    const fragments = withDefault(
      translator,
      args.map((arg) => translator.expression(arg)),
    );
    const isDynamic = fragments[0]?.kind === 'dynamic';
    const sql = `pg_catalog.${name}(${inForms(translator, fragments, overWindow.forms)})`;
    return {
      sql: `${sql}${translateTail(translator, call.filterOver)}`,
      kind: isDynamic ? 'dynamic' : overWindow.kind,
    };
  }
  const translation = ownMember(scalars, name);
  if (translation === undefined || (name === 'sha256' && !translator.isMigration)) {
    const instead = ownMember(missing, name);
    return translator.refuse(call, `There is no function ${name} on PostgreSQL`, instead);
  }
  checkCount(translator, call, args.length, translation.least, translation.most);
  return translation.make(
    translator,
    args.map((arg) => translator.expression(arg)),
    call,
  );
}

/** The arguments of `lag` or `lead`, of which a value and its default, the third, have one type. */
function withDefault(translator: Translator, args: readonly SqlFragment[]): readonly SqlFragment[] {
  const [value, distance, otherwise] = args;
  if (value === undefined || distance === undefined || otherwise === undefined) return args;
  const isAlike =
    otherwise.kind === 'null' ||
    (isNumber(value) === isNumber(otherwise) &&
      otherwise.kind !== 'parameter' &&
      value.kind !== 'dynamic');
  const toDynamic = (fragment: SqlFragment): SqlFragment => ({
    sql: asDynamic(translator, fragment),
    kind: 'dynamic',
  });
  return isAlike ? args : [toDynamic(value), distance, toDynamic(otherwise)];
}

/** The aggregate of a name; `min` and `max` with several arguments are not aggregates. */
function findAggregate(name: string, count: number): Aggregate | undefined {
  if ((name === 'min' || name === 'max') && count > 1) return undefined;
  return ownMember(aggregateTranslations, name);
}

/** Whether a call aggregates rows: it calls an aggregate function without a window. */
export function isAggregate(call: FunctionCall): boolean {
  if (call.filterOver?.overClause !== undefined) return false;
  const count = call.type === 'FunctionCallExpr' ? (call.args?.length ?? 0) : 0;
  return findAggregate(call.name.name.toLowerCase(), count) !== undefined;
}

function checkCount(
  translator: Translator,
  call: FunctionCall,
  count: number,
  least: number,
  most: number,
): void {
  if (count >= least && count <= most) return;
  translator.refuse(call, `wrong number of arguments to function ${call.name.name}()`);
}

function translateAggregate(
  translator: Translator,
  call: FunctionCall,
  { least, most, make }: Aggregate,
  args: readonly Expr[],
): SqlFragment {
  checkCount(translator, call, args.length, least, most);
  const isOverWindow = call.filterOver?.overClause !== undefined;
  // Arguments of an aggregate refer to the rows, arguments over a window to the groups.
  const scope = isOverWindow ? {} : { grouping: undefined };
  const { sql, made } = translator.within(scope, () => {
    const inner = make(
      translator,
      args.map((arg) => translator.expression(arg)),
      call,
    );
    return { made: inner, sql: `${inner.call}${translateTail(translator, call.filterOver)}` };
  });
  return {
    sql: made.wrap === undefined ? sql : made.wrap(sql),
    kind: made.kind,
    ...(made.isJson ? { isJson: true } : {}),
  };
}

function translateTail(translator: Translator, tail: FunctionTail | undefined): string {
  if (tail === undefined) return '';
  const { filterClause, overClause } = tail;
  const filter = filterClause ? ` FILTER (WHERE ${translator.condition(filterClause)})` : '';
  return filter + (overClause ? ` OVER ${translateOver(translator, overClause)}` : '');
}
