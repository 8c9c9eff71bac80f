/**
 * Functions over several rows: aggregates (https://sqlite.org/lang_aggfunc.html) and window
 * functions (https://sqlite.org/windowfunctions.html).
 */
import type { Over, Window } from 'sqlite3-parser';
import { translateOrder } from '../expressions/sorting.js';
import { quoteName } from '../postgres-text.js';
import {
  asInteger,
  asNumber,
  asText,
  asValue,
  type FragmentKind,
  type SqlFragment,
} from '../sql-fragment.js';
import type { Translator } from '../translator.js';
import {
  type ArgumentForm,
  asJsonPart,
  asReal,
  asTyped,
  type FunctionCall,
} from './function-translation.js';

/** The translation of an aggregate function. */
export interface Aggregate {
  /** Minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
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

const distinct = (call: FunctionCall): string =>
  call.type === 'FunctionCallExpr' && call.distinctness === 'Distinct' ? 'DISTINCT ' : '';

function aggregateOrder(translator: Translator, call: FunctionCall): string {
  const order = call.type === 'FunctionCallExpr' ? call.orderBy : undefined;
  if (order === undefined) return '';
  if (order.type !== 'SortListFunctionCallOrder')
    return translator.refuse(order, 'WITHIN GROUP is not available');
  return ` ${translateOrder(translator, order.columns)}`;
}

const concatenate: Aggregate = {
  least: 1,
  most: 2,
  make: (translator, [value, separator], call) => {
    const text = value === undefined ? 'NULL' : asText(translator, value);
    const between = separator === undefined ? "','" : asText(translator, separator);
    return {
      call: `string_agg(${distinct(call)}${text}, ${between}${aggregateOrder(translator, call)})`,
      kind: 'text',
    };
  },
};

const extremeAggregate = (name: 'min' | 'max'): Aggregate => ({
  least: 1,
  most: 1,
  make: (translator, [value]) => {
    const operand = value ?? { sql: 'NULL', kind: 'null' };
    const isDynamic = operand.kind === 'dynamic' || operand.kind === 'parameter';
    // Without a schema: PostgreSQL's own aggregate, or the one of the schema `touchstone` for JSON.
    return {
      call: `${name}(${asValue(translator, operand)})`,
      kind: isDynamic ? 'dynamic' : operand.kind === 'boolean' ? 'integer' : operand.kind,
    };
  },
});

/** Aggregate functions by name. */
export const aggregateTranslations: Readonly<Record<string, Aggregate>> = {
  avg: {
    least: 1,
    most: 1,
    make: (translator, [value], call) => ({
      call: `avg(${distinct(call)}${value ? asReal(translator, value) : 'NULL'})`,
      kind: 'real',
    }),
  },
  count: {
    least: 0,
    most: 1,
    make: (translator, [value], call) => ({
      call: `count(${value === undefined ? '*' : `${distinct(call)}${asTyped(translator, value)}`})`,
      kind: 'integer',
    }),
  },
  group_concat: concatenate,
  json_group_array: {
    least: 1,
    most: 1,
    make: (translator, [value], call) => ({
      call: `string_agg(${distinct(call)}${value ? asJsonPart(translator, value) : 'NULL'}, ','${aggregateOrder(translator, call)})`,
      wrap: (inner) => `('[' || coalesce(${inner}, '') || ']')`,
      kind: 'text',
      isJson: true,
    }),
  },
  json_group_object: {
    least: 2,
    most: 2,
    make: (translator, [key, value], call) => {
      const member = `touchstone.json_quote(${key ? asText(translator, key) : 'NULL'}) || ':' || ${value ? asJsonPart(translator, value) : 'NULL'}`;
      return {
        call: `string_agg(${member}, ','${aggregateOrder(translator, call)})`,
        wrap: (inner) => `('{' || coalesce(${inner}, '') || '}')`,
        kind: 'text',
        isJson: true,
      };
    },
  },
  max: extremeAggregate('max'),
  min: extremeAggregate('min'),
  string_agg: { ...concatenate, least: 2 },
  sum: {
    least: 1,
    most: 1,
    make: (translator, [value], call) => ({
      call: `sum(${distinct(call)}${value ? asNumber(translator, value) : 'NULL'})`,
      wrap: (inner) => `touchstone.summed(${inner})`,
      kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
    }),
  },
  total: {
    least: 1,
    most: 1,
    make: (translator, [value], call) => ({
      call: `sum(${distinct(call)}${value ? asReal(translator, value) : 'NULL'})`,
      wrap: (inner) => `coalesce(${inner}, 0)`,
      kind: 'real',
    }),
  },
};

/** A position or a count, as window functions take it. */
const asCount: ArgumentForm = (translator, fragment) =>
  `(${asInteger(translator, fragment)})::integer`;

const window = (kind: FragmentKind, forms: readonly ArgumentForm[], least = forms.length) => ({
  kind,
  forms,
  least,
});

/** Window functions by name, without aggregates. */
export const windowTranslations: Readonly<Record<string, ReturnType<typeof window>>> = {
  row_number: window('integer', []),
  rank: window('integer', []),
  dense_rank: window('integer', []),
  percent_rank: window('real', []),
  cume_dist: window('real', []),
  ntile: window('integer', [asCount]),
  lag: window('column', [asValue, asCount, asValue], 1),
  lead: window('column', [asValue, asCount, asValue], 1),
  first_value: window('column', [asValue]),
  last_value: window('column', [asValue]),
  nth_value: window('column', [asValue, asCount]),
};

/** Translates the window after OVER. */
export function translateOver(translator: Translator, over: Over): string {
  if (over.type === 'NameOver') return quoteName(over.name.text);
  return `(${translateWindow(translator, over.window)})`;
}

const frameBounds = {
  CurrentRowFrameBound: 'CURRENT ROW',
  UnboundedFollowingFrameBound: 'UNBOUNDED FOLLOWING',
  UnboundedPrecedingFrameBound: 'UNBOUNDED PRECEDING',
} as const;

const exclusions = {
  NoOthers: 'NO OTHERS',
  CurrentRow: 'CURRENT ROW',
  Group: 'GROUP',
  Ties: 'TIES',
} as const;

/** Translates the definition of a window, without parentheses. */
export function translateWindow(
  translator: Translator,
  { base, partitionBy, orderBy, frameClause }: Window,
): string {
  const parts: string[] = base === undefined ? [] : [quoteName(base.text)];
  if (partitionBy !== undefined && partitionBy.length > 0) {
    const values = partitionBy.map((value) => translator.value(value));
    parts.push(`PARTITION BY ${values.join(', ')}`);
  }
  if (orderBy !== undefined && orderBy.length > 0) parts.push(translateOrder(translator, orderBy));
  if (frameClause === undefined) return parts.join(' ');
  const { mode, start, end, exclude } = frameClause;
  const [first, last] = [start, end].map((bound) => {
    if (bound === undefined) return undefined;
    if (!('expr' in bound)) return frameBounds[bound.type];
    const direction = bound.type === 'FollowingFrameBound' ? 'FOLLOWING' : 'PRECEDING';
    return `${asNumber(translator, translator.expression(bound.expr))} ${direction}`;
  });
  parts.push(mode.toUpperCase(), last === undefined ? `${first}` : `BETWEEN ${first} AND ${last}`);
  if (exclude !== undefined) parts.push(`EXCLUDE ${exclusions[exclude]}`);
  return parts.join(' ');
}
