import type {
  Expr,
  FunctionCallExpr,
  FunctionCallStarExpr,
  FunctionTail,
  Over,
  Window,
} from 'sqlite3-parser';
import { compare } from './comparisons.js';
import { translateCondition, translateExpression, translateValue } from './expressions.js';
import { quoteName } from './names.js';
import {
  asCondition,
  asDynamic,
  asInteger,
  asNumber,
  asOperand,
  asText,
  asValue,
  choose,
  firstOf,
  type Kind,
  type Piece,
  unify,
} from './piece.js';
import { translateOrder } from './sorting.js';
import type { Statement } from './statement.js';

type Call = FunctionCallExpr | FunctionCallStarExpr;

/** A function: how many arguments it takes, and what becomes of a call. */
interface Rule {
  readonly least: number;
  readonly most: number;
  readonly make: (statement: Statement, args: readonly Piece[], call: Call) => Piece;
}

/** What an argument is needed as. */
type Form = (statement: Statement, piece: Piece) => string;

/** A function of ours that takes its arguments in given forms; the last form counts for the rest. */
function ours(
  name: string,
  kind: Kind,
  forms: readonly Form[],
  least = forms.length,
  most = forms.length,
): Rule {
  return {
    least,
    most,
    make: (statement, args) => ({
      sql: `touchstone.${name}(${inForms(statement, args, forms)})`,
      kind,
    }),
  };
}

/** Likewise for one of PostgreSQL's own. */
function native(name: string, kind: Kind, forms: readonly Form[], least = forms.length): Rule {
  return {
    least,
    most: forms.length,
    make: (statement, args) => ({
      sql: `pg_catalog.${name}(${inForms(statement, args, forms)})`,
      kind,
    }),
  };
}

function inForms(statement: Statement, args: readonly Piece[], forms: readonly Form[]): string {
  const last = forms.at(-1) ?? asValue;
  return args.map((arg, index) => (forms[index] ?? last)(statement, arg)).join(', ');
}

const many = 100;

/** Times: no argument at all means now. */
function time(name: string, kind: Kind): Rule {
  return {
    least: 0,
    most: many,
    make: (statement, args) => ({
      sql: `touchstone.${name}(${args.length === 0 ? "'now'" : inForms(statement, args, [asText])})`,
      kind,
    }),
  };
}

/** Likewise, where a time of the usual form is what it is. */
function textOfTime(name: string): Rule {
  const general = time(name, 'text');
  return {
    ...general,
    make: (statement, args, call) => {
      const [only, ...others] = args;
      const isNow = only === undefined || only.literal === 'now';
      if (others.length > 0 || only?.literal === 'subsec')
        return general.make(statement, args, call);
      if (isNow && name === 'datetime') return { sql: 'touchstone.now()', kind: 'text' };
      if (isNow) return general.make(statement, args, call);
      return { sql: `touchstone.plain_${name}(${asText(statement, only)})`, kind: 'text' };
    },
  };
}

const asReal: Form = (statement, piece) => `(${asNumber(statement, piece)})::double precision`;

/** A value with the type that PostgreSQL knows; a parameter as a text. */
const asTyped: Form = (statement, piece) =>
  piece.kind === 'null'
    ? 'NULL::text'
    : piece.parameter
      ? asDynamic(statement, piece)
      : asValue(statement, piece);

/** A blob as it is, all else as a text. */
const asTextOrBlob: Form = (statement, piece) =>
  piece.kind === 'blob' || piece.kind === 'column' ? piece.sql : asText(statement, piece);

/** A text in which only the letters of ASCII have two cases. */
const asPlainText: Form = (statement, piece) => `${asText(statement, piece)} COLLATE "C"`;

/** A value as a part of JSON. */
const asJsonPart: Form = (statement, piece) =>
  piece.isJson ? piece.sql : `touchstone.json_quote(${asTyped(statement, piece)})`;

const coalesce: Rule = { least: 2, most: many, make: firstOf };

const nullif: Rule = {
  least: 2,
  most: 2,
  make: (statement, [value, other]) => {
    if (value === undefined || other === undefined) return { sql: 'NULL', kind: 'null' };
    const condition = compare(statement, '=', value, other);
    const kinds: Partial<Record<Kind, Kind>> = { parameter: 'dynamic', boolean: 'integer' };
    const kind = kinds[value.kind] ?? value.kind;
    return {
      sql: `(CASE WHEN NOT coalesce(${condition}, FALSE) THEN ${asValue(statement, value)} END)`,
      kind,
    };
  },
};

const iif: Rule = {
  least: 2,
  most: 3,
  make: (statement, [condition, ...values]) =>
    choose(
      statement,
      [condition === undefined ? 'FALSE' : asCondition(statement, condition)],
      values,
    ),
};

const substr: Rule = {
  least: 2,
  most: 3,
  make: (statement, [text, start, size]) => {
    if (text === undefined || start === undefined) return { sql: 'NULL', kind: 'null' };
    const length = size === undefined ? '2147483647' : asInteger(statement, size);
    const isBlob = text.kind === 'blob';
    const value = isBlob ? text.sql : asText(statement, text);
    const sql = `touchstone.substr(${value}, ${asInteger(statement, start)}, ${length})`;
    return { sql, kind: isBlob ? 'blob' : 'text' };
  },
};

const trim = (name: string): Rule => ({
  least: 1,
  most: 2,
  make: (statement, args) => ({
    sql: `touchstone.${name}(${inForms(statement, args, [asText])}${args.length === 1 ? ", ' '" : ''})`,
    kind: 'text',
  }),
});

/** JSON that is put together of texts, so that members keep their order. */
const jsonObject: Rule = {
  least: 0,
  most: many,
  make: (statement, args) => {
    const parts = args.map((arg, index) => {
      if (index % 2 === 1) return asJsonPart(statement, arg);
      return `touchstone.json_quote(${asText(statement, arg)}) || ':'`;
    });
    return { sql: `('{' || ${joinParts(parts, 2)} || '}')`, kind: 'text', isJson: true };
  },
};

const jsonArray: Rule = {
  least: 0,
  most: many,
  make: (statement, args) => {
    const parts = args.map((arg) => asJsonPart(statement, arg));
    return { sql: `('[' || ${joinParts(parts, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

function joinParts(parts: readonly string[], step: number): string {
  if (parts.length === 0) return "''";
  return parts
    .map((part, index) => (index > 0 && index % step === 0 ? `',' || ${part}` : part))
    .join(' || ');
}

/** A text of JSON as it is, and the root of it where no path is given. */
const withPath = (name: string, kind: Kind): Rule => ({
  least: 1,
  most: 2,
  make: (statement, [text, path]) => ({
    sql: `touchstone.${name}(${text ? asText(statement, text) : 'NULL'}, ${path ? asText(statement, path) : "'$'"})`,
    kind,
  }),
});

const jsonExtract: Rule = {
  least: 2,
  most: many,
  make: (statement, [text, ...paths]) => {
    const json = text === undefined ? 'NULL' : asText(statement, text);
    const parts = paths.map((path) => asText(statement, path));
    if (parts.length === 1) {
      return { sql: `touchstone.json_extract(${json}, ${parts[0]})`, kind: 'dynamic' };
    }
    const list = parts.map((part) => `coalesce(touchstone.json_part(${json}, ${part}), 'null')`);
    return { sql: `('[' || ${joinParts(list, 1)} || ']')`, kind: 'text', isJson: true };
  },
};

const jsonChange = (mode: string): Rule => ({
  least: 3,
  most: many,
  make: (statement, [text, ...args]) => {
    const parts = args.map((arg, index) =>
      index % 2 === 0 ? asText(statement, arg) : asJsonPart(statement, arg),
    );
    const json = text === undefined ? 'NULL' : asText(statement, text);
    return {
      sql: `touchstone.json_change('${mode}', ${json}, ${parts.join(', ')})`,
      kind: 'text',
      isJson: true,
    };
  },
});

const asJson = (rule: Rule): Rule => ({
  ...rule,
  make: (statement, args, call) => ({ ...rule.make(statement, args, call), isJson: true }),
});

const unchanged: Rule = {
  least: 1,
  most: 2,
  make: (_, [value]) => value ?? { sql: 'NULL', kind: 'null' },
};

/** The least or greatest of several values. */
const extreme = (name: string): Rule => ({
  least: 2,
  most: many,
  make: (statement, args) => {
    const { sql, kind } = unify(statement, args);
    const values = sql.map((value) => (value === 'NULL' ? 'NULL::jsonb' : value));
    return {
      sql: values.reduceRight((rest, value) => `touchstone."${name}"(${value}, ${rest})`),
      kind,
    };
  },
});

const round: Rule = {
  least: 1,
  most: 2,
  make: (statement, [value, places]) => ({
    sql: `touchstone.round(${value ? asReal(statement, value) : 'NULL'}, ${places ? asInteger(statement, places) : '0'})`,
    kind: 'real',
  }),
};

const abs: Rule = {
  least: 1,
  most: 1,
  make: (statement, [value]) => ({
    sql: `pg_catalog.abs(${value ? asNumber(statement, value) : 'NULL'})`,
    kind: value?.kind === 'integer' || value?.kind === 'real' ? value.kind : 'number',
  }),
};

const real = (name: string, count = 1): Rule => native(name, 'real', Array(count).fill(asReal));

const scalars: Readonly<Record<string, Rule>> = {
  abs,
  acos: real('acos'),
  asin: real('asin'),
  atan: real('atan'),
  atan2: real('atan2', 2),
  ceil: real('ceil'),
  ceiling: real('ceil'),
  char: ours('char', 'text', [asInteger], 1, many),
  coalesce,
  concat: {
    least: 1,
    most: many,
    make: (statement, args) => ({
      sql: `pg_catalog.concat(${inForms(statement, args, [asText])})`,
      kind: 'text',
    }),
  },
  concat_ws: {
    least: 2,
    most: many,
    make: (statement, args) => ({
      sql: `pg_catalog.concat_ws(${inForms(statement, args, [asText])})`,
      kind: 'text',
    }),
  },
  cos: real('cos'),
  date: textOfTime('date'),
  datetime: textOfTime('datetime'),
  degrees: real('degrees'),
  exp: real('exp'),
  floor: real('floor'),
  format: ours('printf', 'text', [asText, asDynamic], 1, many),
  glob: {
    least: 2,
    most: 2,
    make: (statement, args) => ({
      sql: `touchstone.glob(${inForms(statement, args, [asText])})`,
      kind: 'boolean',
    }),
  },
  hex: ours('hex', 'text', [asTextOrBlob]),
  if: iif,
  ifnull: { ...coalesce, most: 2 },
  iif,
  instr: ours('instr', 'integer', [asText, asText]),
  json: asJson(ours('json', 'text', [asText])),
  json_array: jsonArray,
  json_array_length: withPath('json_array_length', 'integer'),
  json_extract: jsonExtract,
  json_insert: jsonChange('insert'),
  json_object: jsonObject,
  json_patch: asJson(ours('json_patch', 'text', [asText, asText])),
  json_quote: {
    least: 1,
    most: 1,
    make: (statement, args) => ({
      sql: args.map((arg) => asJsonPart(statement, arg)).join(),
      kind: 'text',
      isJson: true,
    }),
  },
  json_remove: asJson(ours('json_remove', 'text', [asText], 2, many)),
  json_replace: jsonChange('replace'),
  json_set: jsonChange('set'),
  json_type: withPath('json_type', 'text'),
  json_valid: ours('json_valid', 'integer', [asText]),
  julianday: time('julianday', 'real'),
  length: ours('length', 'integer', [asTextOrBlob]),
  like: {
    least: 2,
    most: 2,
    make: (statement, [pattern, text]) => ({
      sql: `(${text ? asText(statement, text) : 'NULL'} COLLATE "C" ILIKE ${pattern ? asText(statement, pattern) : 'NULL'} COLLATE "C" ESCAPE '')`,
      kind: 'boolean',
    }),
  },
  likelihood: unchanged,
  likely: { ...unchanged, most: 1 },
  ln: real('ln'),
  log: real('log'),
  log10: real('log'),
  lower: native('lower', 'text', [asPlainText]),
  ltrim: trim('ltrim'),
  mod: ours('remainder', 'real', [asReal, asReal]),
  max: extreme('greatest'),
  min: extreme('least'),
  nullif,
  octet_length: native('octet_length', 'integer', [asText]),
  pi: native('pi', 'real', []),
  pow: real('power', 2),
  power: real('power', 2),
  printf: ours('printf', 'text', [asText, asDynamic], 1, many),
  quote: ours('quote', 'text', [asTyped]),
  radians: real('radians'),
  random: ours('random', 'integer', []),
  randomblob: ours('randomblob', 'blob', [asInteger]),
  replace: native('replace', 'text', [asText, asText, asText]),
  round,
  rtrim: trim('rtrim'),
  sha256: ours('sha256', 'text', [asText]),
  sign: ours('sign', 'integer', [asReal]),
  sin: real('sin'),
  sqrt: real('sqrt'),
  strftime: {
    least: 1,
    most: many,
    make: (statement, args) => ({
      sql: `touchstone.strftime(${inForms(statement, args, [asText])}${args.length === 1 ? ", 'now'" : ''})`,
      kind: 'text',
    }),
  },
  substr,
  substring: substr,
  tan: real('tan'),
  time: textOfTime('time'),
  trim: trim('btrim'),
  trunc: real('trunc'),
  typeof: ours('typeof', 'text', [asTyped]),
  unicode: ours('unicode', 'integer', [asText]),
  unixepoch: time('unixepoch', 'integer'),
  unlikely: { ...unchanged, most: 1 },
  upper: native('upper', 'text', [asPlainText]),
  zeroblob: ours('zeroblob', 'blob', [asInteger]),
};

/** Functions of SQLite that have no counterpart, with what to write instead. */
const refused: Readonly<Record<string, string>> = {
  last_insert_rowid: 'take the id that query gives for an INSERT, or use RETURNING',
  changes: 'take the number that query gives for an UPDATE or DELETE',
  total_changes: 'add up the numbers that query gives',
  sqlite_version: 'ask Db.engine which database it is',
  timediff: 'subtract what julianday or unixepoch give',
  soundex: 'store a key for the search beside the text',
  match: 'use LIKE, or PostgreSQL’s own SQL where Db.engine says so',
  json_tree: 'use json_each for each level',
  jsonb: 'use json',
};

/** An aggregate: its call without FILTER and OVER, which are put behind it, and what it becomes. */
interface Aggregate {
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
    // Without a schema: PostgreSQL's own, or that of the schema \`touchstone\` for JSON.
    return {
      call: `${name}(${asValue(statement, operand)})`,
      kind: isDynamic ? 'dynamic' : operand.kind === 'boolean' ? 'integer' : operand.kind,
    };
  },
});

const aggregates: Readonly<Record<string, Aggregate>> = {
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

/** A position or a count of window functions. */
const asCount: Form = (statement, piece) => `(${asInteger(statement, piece)})::integer`;

const window = (kind: Kind, forms: readonly Form[], least = forms.length) => ({
  kind,
  forms,
  least,
});

const windowFunctions: Readonly<Record<string, ReturnType<typeof window>>> = {
  row_number: window('integer', []),
  rank: window('integer', []),
  dense_rank: window('integer', []),
  percent_rank: window('real', []),
  cume_dist: window('real', []),
  ntile: window('integer', [asCount]),
  lag: window('column', [asValue, asCount, asOperand], 1),
  lead: window('column', [asValue, asCount, asOperand], 1),
  first_value: window('column', [asValue]),
  last_value: window('column', [asValue]),
  nth_value: window('column', [asValue, asCount]),
};

/** A call of a function, with FILTER and OVER. */
export function translateFunction(statement: Statement, call: Call): Piece {
  const name = call.name.name.toLowerCase();
  const args = call.type === 'FunctionCallExpr' ? (call.args ?? []) : [];
  const aggregate = findAggregate(name, args.length);
  if (aggregate !== undefined) return translateAggregate(statement, call, aggregate, args);
  const overWindow = windowFunctions[name];
  if (overWindow !== undefined) {
    checkCount(statement, call, args.length, overWindow.least, overWindow.forms.length);
    const pieces = args.map((arg) => translateExpression(statement, arg));
    const sql = `pg_catalog.${name}(${inForms(statement, pieces, overWindow.forms)})`;
    return { sql: `${sql}${translateTail(statement, call.filterOver)}`, kind: overWindow.kind };
  }
  const rule = Object.hasOwn(scalars, name) ? scalars[name] : undefined;
  if (rule === undefined || (name === 'sha256' && !statement.isMigration)) {
    const instead = Object.hasOwn(refused, name) ? refused[name] : undefined;
    return statement.refuse(call, `There is no function ${name} on PostgreSQL`, instead);
  }
  checkCount(statement, call, args.length, rule.least, rule.most);
  return rule.make(
    statement,
    args.map((arg) => translateExpression(statement, arg)),
    call,
  );
}

/** With several arguments `min` and `max` are no aggregates. */
function findAggregate(name: string, count: number): Aggregate | undefined {
  if ((name === 'min' || name === 'max') && count > 1) return undefined;
  return Object.hasOwn(aggregates, name) ? aggregates[name] : undefined;
}

/** Whether a call is one of an aggregate function that makes one row of many. */
export function isAggregate(call: Call): boolean {
  if (call.filterOver?.overClause !== undefined) return false;
  const count = call.type === 'FunctionCallExpr' ? (call.args?.length ?? 0) : 0;
  return findAggregate(call.name.name.toLowerCase(), count) !== undefined;
}

function checkCount(
  statement: Statement,
  call: Call,
  count: number,
  least: number,
  most: number,
): void {
  if (count >= least && count <= most) return;
  statement.refuse(call, `wrong number of arguments to function ${call.name.name}()`);
}

function translateAggregate(
  statement: Statement,
  call: Call,
  { least, most, make }: Aggregate,
  args: readonly Expr[],
): Piece {
  checkCount(statement, call, args.length, least, most);
  const isOverWindow = call.filterOver?.overClause !== undefined;
  // The columns within an aggregate are those of all rows; within a window those of the groups.
  const scope = isOverWindow ? {} : { grouping: undefined };
  const { sql, made } = statement.within(scope, () => {
    const inner = make(
      statement,
      args.map((arg) => translateExpression(statement, arg)),
      call,
    );
    return { made: inner, sql: `${inner.call}${translateTail(statement, call.filterOver)}` };
  });
  return {
    sql: made.wrap === undefined ? sql : made.wrap(sql),
    kind: made.kind,
    ...(made.isJson ? { isJson: true } : {}),
  };
}

function translateTail(statement: Statement, tail: FunctionTail | undefined): string {
  if (tail === undefined) return '';
  const { filterClause, overClause } = tail;
  const filter = filterClause
    ? ` FILTER (WHERE ${translateCondition(statement, filterClause)})`
    : '';
  return filter + (overClause ? ` OVER ${translateOver(statement, overClause)}` : '');
}

function translateOver(statement: Statement, over: Over): string {
  if (over.type === 'NameOver') return quoteName(over.name.text);
  return `(${translateWindow(statement, over.window)})`;
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

/** What stands in the parentheses behind OVER. */
export function translateWindow(
  statement: Statement,
  { base, partitionBy, orderBy, frameClause }: Window,
): string {
  const parts: string[] = base === undefined ? [] : [quoteName(base.text)];
  if (partitionBy !== undefined && partitionBy.length > 0) {
    const values = partitionBy.map((value) => translateValue(statement, value));
    parts.push(`PARTITION BY ${values.join(', ')}`);
  }
  if (orderBy !== undefined && orderBy.length > 0) parts.push(translateOrder(statement, orderBy));
  if (frameClause === undefined) return parts.join(' ');
  const { mode, start, end, exclude } = frameClause;
  const [first, last] = [start, end].map((bound) => {
    if (bound === undefined) return undefined;
    if (!('expr' in bound)) return frameBounds[bound.type];
    const direction = bound.type === 'FollowingFrameBound' ? 'FOLLOWING' : 'PRECEDING';
    return `${asNumber(statement, translateExpression(statement, bound.expr))} ${direction}`;
  });
  parts.push(mode.toUpperCase(), last === undefined ? `${first}` : `BETWEEN ${first} AND ${last}`);
  if (exclude !== undefined) parts.push(`EXCLUDE ${exclusions[exclude]}`);
  return parts.join(' ');
}
