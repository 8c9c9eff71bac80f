/** Aggregate functions (https://sqlite.org/lang_aggfunc.html). */
import { translateOrder } from '../expressions/sorting.js';
import { type Choice, defineChoice } from '../schema/choices.js';
import { inline, schemaName } from '../schema/define.js';
import { asNumber, asText, asValue, unify } from '../translator/sql-fragment.js';
import type { Translator } from '../translator/translator.js';
import { asJsonPart, asReal, asTyped, many } from './forms.js';
import type {
  AggregateTranslation,
  FunctionCall,
  FunctionGroup,
  SqliteFunction,
} from './sqlite-function.js';

const distinct = (call: FunctionCall): string =>
  call.type === 'FunctionCallExpr' && call.distinctness === 'Distinct' ? 'DISTINCT ' : '';

function aggregateOrder(translator: Translator, call: FunctionCall): string {
  const order = call.type === 'FunctionCallExpr' ? call.orderBy : undefined;
  if (order === undefined) return '';
  if (order.type !== 'SortListFunctionCallOrder')
    return translator.refuse(order, 'WITHIN GROUP is not available');
  return ` ${translateOrder(translator, order.columns)}`;
}

const concatenate: AggregateTranslation = {
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

/** `min` or `max`: an aggregate of one argument, a choice between several. */
interface Extreme {
  readonly name: string;
  /** The function that chooses between two values. */
  readonly choice: string;
  readonly operator: string;
  readonly examples: SqliteFunction['examples'];
}

/** The lesser or the greater of two values; null when one of them is null. */
const choiceOf = ({ choice, operator }: Extreme): Choice => ({
  head: (first, second) => `"${choice}"(${first}, ${second})`,
  values: ['$1', '$2'],
  alike: (left, right) =>
    `CASE WHEN ${left} ${operator}= ${right} THEN ${left} WHEN NOT ${left} ${operator}= ${right} THEN ${right} END`,
  mixed: (left, right) =>
    `CASE WHEN touchstone.compare(${left}, ${right}) ${operator}= 0 THEN ${left} ` +
    `WHEN NOT touchstone.compare(${left}, ${right}) ${operator}= 0 THEN ${right} END`,
});

const extreme = (one: Extreme): SqliteFunction => ({
  names: [one.name],
  aggregate: {
    least: 1,
    most: 1,
    make: (translator, [value]) => {
      const operand = value ?? { sql: 'NULL', kind: 'null' };
      const isDynamic = operand.kind === 'dynamic' || operand.kind === 'parameter';
      // Without a schema: PostgreSQL's own aggregate, or the one of the schema `touchstone` for JSON.
      return {
        call: `${one.name}(${asValue(translator, operand)})`,
        kind: isDynamic ? 'dynamic' : operand.kind === 'boolean' ? 'integer' : operand.kind,
      };
    },
  },
  scalar: {
    least: 2,
    most: many,
    make: (translator, args) => {
      const { sql, kind } = unify(translator, args);
      const values = sql.map((value) => (value === 'NULL' ? 'NULL::jsonb' : value));
      return {
        sql: values.reduceRight((rest, value) => `touchstone."${one.choice}"(${value}, ${rest})`),
        kind,
      };
    },
  },
  definitions: [
    ...defineChoice(choiceOf(one)),
    inline(
      `${one.name}_of(jsonb, jsonb)`,
      'jsonb',
      `CASE WHEN $2 IS NULL OR touchstone.compare($1, $2) ${one.operator} 0 THEN $1 ELSE coalesce($2, $1) END`,
    ),
    `CREATE OR REPLACE AGGREGATE ${schemaName}.${one.name}(jsonb) (SFUNC = ${schemaName}.${one.name}_of, STYPE = jsonb, PARALLEL = SAFE);`,
  ],
  examples: one.examples,
});

/** A value of an aggregate of the numbers of a list. */
const ofList = (call: string, list: string): string => `(SELECT ${call} FROM json_each('${list}'))`;

/** Aggregate functions. */
export const aggregates: FunctionGroup = {
  title: 'Aggregate functions',
  functions: [
    {
      names: ['count'],
      aggregate: {
        least: 0,
        most: 1,
        make: (translator, [value], call) => ({
          call: `count(${value === undefined ? '*' : `${distinct(call)}${asTyped(translator, value)}`})`,
          kind: 'integer',
        }),
      },
      examples: [
        ofList('count(*)', '[1,null,1]'),
        ofList('count(value)', '[1,null,1]'),
        ofList('count(DISTINCT value)', '[1,null,1]'),
      ],
    },
    {
      names: ['sum'],
      aggregate: {
        least: 1,
        most: 1,
        make: (translator, [value], call) => ({
          call: `sum(${distinct(call)}${value ? asNumber(translator, value) : 'NULL'})`,
          wrap: (inner) => `touchstone.summed(${inner})`,
          kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
        }),
      },
      definitions: [
        // PostgreSQL's sum of integers is a decimal number.
        inline('summed(numeric)', 'bigint', '$1::bigint'),
        inline('summed(double precision)', 'double precision', '$1'),
      ],
      examples: [
        ofList('sum(value)', '[1,2.5,"3x"]'),
        ofList('sum(value)', '[]'),
        ofList('sum(CAST(value AS INTEGER))', '[1,2]'),
      ],
    },
    {
      names: ['total'],
      aggregate: {
        least: 1,
        most: 1,
        make: (translator, [value], call) => ({
          call: `sum(${distinct(call)}${value ? asReal(translator, value) : 'NULL'})`,
          wrap: (inner) => `coalesce(${inner}, 0)`,
          kind: 'real',
        }),
      },
      examples: [ofList('total(value)', '[1,2]'), ofList('total(value)', '[]')],
    },
    {
      names: ['avg'],
      aggregate: {
        least: 1,
        most: 1,
        make: (translator, [value], call) => ({
          call: `avg(${distinct(call)}${value ? asReal(translator, value) : 'NULL'})`,
          kind: 'real',
        }),
      },
      examples: [ofList('avg(value)', '[1,2]'), ofList('avg(value)', '[]')],
    },
    extreme({
      name: 'min',
      choice: 'least',
      operator: '<',
      examples: [
        ofList('min(value)', '[3,1,"a"]'),
        'min(1, 2, 3)',
        'min(1, NULL)',
        ['min(0, ?)', -1.5],
      ],
    }),
    extreme({
      name: 'max',
      choice: 'greatest',
      operator: '>',
      examples: [ofList('max(value)', '[3,1,"a"]'), 'max(1, 2.5)', "max('a', 'b')"],
    }),
    {
      names: ['group_concat'],
      aggregate: concatenate,
      examples: [
        ofList('group_concat(value)', '[1,"b",null]'),
        ofList("group_concat(value, '-')", '[1,2]'),
      ],
    },
    {
      names: ['string_agg'],
      aggregate: { ...concatenate, least: 2 },
      examples: [ofList("string_agg(value, '-')", '[1,2]')],
    },
    {
      names: ['json_group_array'],
      aggregate: {
        least: 1,
        most: 1,
        make: (translator, [value], call) => ({
          call: `string_agg(${distinct(call)}${value ? asJsonPart(translator, value) : 'NULL'}, ','${aggregateOrder(translator, call)})`,
          wrap: (inner) => `('[' || coalesce(${inner}, '') || ']')`,
          kind: 'text',
          isJson: true,
        }),
      },
      examples: [
        ofList('json_group_array(value)', '[1,"b",null]'),
        ofList("json_group_array(json_object('v', value))", '[1,"b"]'),
        ofList('json_group_array(value)', '[]'),
      ],
    },
    {
      names: ['json_group_object'],
      aggregate: {
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
      examples: [ofList('json_group_object(key, value)', '{"b":1,"a":"x"}')],
    },
  ],
};
