/** Calls of functions, with FILTER and OVER. */
import type { Expr, FunctionTail } from 'sqlite3-parser';
import { translateOver } from '../expressions/windows.js';
import { asDynamic, isNumber, type SqlFragment } from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import { inForms } from './forms.js';
import { findFunction } from './functions.js';
import type { AggregateTranslation, FunctionCall, WindowTranslation } from './sqlite-function.js';

/** Translates a call of a function, with FILTER and OVER. */
export function translateFunction(translator: Translator, call: FunctionCall): SqlFragment {
  const name = call.name.name.toLowerCase();
  const args = call.type === 'FunctionCallExpr' ? (call.args ?? []) : [];
  const found = findFunction(name);
  const aggregate = findAggregate(name, args.length);
  if (aggregate !== undefined) return translateAggregate(translator, call, aggregate, args);
  if (found?.window !== undefined) return translateWindowCall(translator, call, found.window, args);
  const scalar = found?.isForMigrations && !translator.isMigration ? undefined : found?.scalar;
  if (scalar === undefined) {
    const instead = found && (translator.advice[name] ?? found.instead);
    return translator.refuse(call, `There is no function ${name} on PostgreSQL`, instead);
  }
  checkCount(translator, call, args.length, scalar.least, scalar.most);
  return scalar.make(
    translator,
    args.map((arg) => translator.expression(arg)),
    call,
  );
}

function translateWindowCall(
  translator: Translator,
  call: FunctionCall,
  { forms, least, kind }: WindowTranslation,
  args: readonly Expr[],
): SqlFragment {
  checkCount(translator, call, args.length, least, forms.length);
  const fragments = withDefault(
    translator,
    args.map((arg) => translator.expression(arg)),
  );
  const name = call.name.name.toLowerCase();
  const sql = `pg_catalog.${name}(${inForms(translator, fragments, forms)})`;
  return {
    sql: `${sql}${translateTail(translator, call.filterOver)}`,
    kind: fragments[0]?.kind === 'dynamic' ? 'dynamic' : kind,
  };
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
function findAggregate(name: string, count: number): AggregateTranslation | undefined {
  const found = findFunction(name);
  return found?.scalar !== undefined && count > 1 ? undefined : found?.aggregate;
}

/** Whether a call aggregates rows: it calls an aggregate function without a window. */
export function isAggregate(call: FunctionCall): boolean {
  if (call.filterOver?.overClause !== undefined) return false;
  // `count(*)` has no arguments.
  const count = (call.type === 'FunctionCallExpr' && call.args?.length) || 0;
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
  { least, most, make }: AggregateTranslation,
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
