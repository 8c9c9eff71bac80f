import { asNumber, asText, asValue, type Kind, type Piece } from '../piece.js';
import { translateOrder } from '../sorting.js';
import type { Statement } from '../statement.js';
import { asJsonPart, asReal, asTyped, type Call } from './rules.js';

/** An aggregate: its call without FILTER and OVER, which are put behind it, and what it becomes. */
export interface Aggregate {
  readonly least: number;
  readonly most: number;
  readonly make: (
    statement: Statement,
    args: readonly Piece[],
    call: Call,
  ) => {
    readonly call: string;
    readonly wrap?: (call: string) => string;
    readonly kind: Kind;
    readonly isJson?: boolean;
  };
}

const distinct = (call: Call): string =>
  call.type === 'FunctionCallExpr' && call.distinctness === 'Distinct' ? 'DISTINCT ' : '';

function aggregateOrder(statement: Statement, call: Call): string {
  const order = call.type === 'FunctionCallExpr' ? call.orderBy : undefined;
  if (order === undefined) return '';
  if (order.type !== 'SortListFunctionCallOrder')
    return statement.refuse(order, 'WITHIN GROUP is not available');
  return ` ${translateOrder(statement, order.columns)}`;
}

const concatenate: Aggregate = {
  least: 1,
  most: 2,
  make: (statement, [value, separator], call) => {
    const text = value === undefined ? 'NULL' : asText(statement, value);
    const between = separator === undefined ? "','" : asText(statement, separator);
    return {
      call: `string_agg(${distinct(call)}${text}, ${between}${aggregateOrder(statement, call)})`,
      kind: 'text',
    };
  },
};

const extremeAggregate = (name: 'min' | 'max'): Aggregate => ({
  least: 1,
  most: 1,
  make: (statement, [value]) => {
    const operand = value ?? { sql: 'NULL', kind: 'null' };
    const isDynamic = operand.kind === 'dynamic' || operand.kind === 'parameter';
    // Without a schema: PostgreSQL's own, or that of the schema `touchstone` for JSON.
    return {
      call: `${name}(${asValue(statement, operand)})`,
      kind: isDynamic ? 'dynamic' : operand.kind === 'boolean' ? 'integer' : operand.kind,
    };
  },
});

/** Functions that make one value of those of many rows. */
export const aggregates: Readonly<Record<string, Aggregate>> = {
  avg: {
    least: 1,
    most: 1,
    make: (statement, [value], call) => ({
      call: `avg(${distinct(call)}${value ? asReal(statement, value) : 'NULL'})`,
      kind: 'real',
    }),
  },
  count: {
    least: 0,
    most: 1,
    make: (statement, [value], call) => ({
      call: `count(${value === undefined ? '*' : `${distinct(call)}${asTyped(statement, value)}`})`,
      kind: 'integer',
    }),
  },
  group_concat: concatenate,
  json_group_array: {
    least: 1,
    most: 1,
    make: (statement, [value], call) => ({
      call: `string_agg(${distinct(call)}${value ? asJsonPart(statement, value) : 'NULL'}, ','${aggregateOrder(statement, call)})`,
      wrap: (inner) => `('[' || coalesce(${inner}, '') || ']')`,
      kind: 'text',
      isJson: true,
    }),
  },
  json_group_object: {
    least: 2,
    most: 2,
    make: (statement, [key, value], call) => {
      const member = `touchstone.json_quote(${key ? asText(statement, key) : 'NULL'}) || ':' || ${value ? asJsonPart(statement, value) : 'NULL'}`;
      return {
        call: `string_agg(${member}, ','${aggregateOrder(statement, call)})`,
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
    make: (statement, [value], call) => ({
      call: `sum(${distinct(call)}${value ? asNumber(statement, value) : 'NULL'})`,
      wrap: (inner) => `touchstone.summed(${inner})`,
      kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
    }),
  },
  total: {
    least: 1,
    most: 1,
    make: (statement, [value], call) => ({
      call: `sum(${distinct(call)}${value ? asReal(statement, value) : 'NULL'})`,
      wrap: (inner) => `coalesce(${inner}, 0)`,
      kind: 'real',
    }),
  },
};
