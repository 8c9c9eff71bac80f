import type {
  BinaryExpr,
  CaseExpr,
  CastExpr,
  Expr,
  InListExpr,
  LikeExpr,
  Name,
  Operator,
  UnaryExpr,
} from 'sqlite3-parser';
import { columnTypeOf } from './column-types.js';
import { type ComparisonOperator, compare } from './comparisons.js';
import { translateFunction } from './functions.js';
import { quoteName, quoteText } from './names.js';
import {
  asCondition,
  asInteger,
  asNumber,
  asOperand,
  asText,
  asValue,
  choose,
  type Kind,
  type Piece,
} from './piece.js';
import { translateSelect } from './selects.js';
import type { Placed, Statement } from './statement.js';

const comparisonOperators: Partial<Record<Operator, ComparisonOperator>> = {
  Equals: '=',
  NotEquals: '<>',
  Less: '<',
  LessEquals: '<=',
  Greater: '>',
  GreaterEquals: '>=',
  Is: 'IS',
  IsNot: 'IS NOT',
};

const arithmeticOperators: Partial<Record<Operator, string>> = {
  Add: '+',
  Subtract: '-',
  Multiply: '*',
};

const bitOperators: Partial<Record<Operator, string>> = {
  BitwiseAnd: '&',
  BitwiseOr: '|',
  LeftShift: '<<',
  RightShift: '>>',
};

const boolean = (sql: string): Piece => ({ sql, kind: 'boolean' });

/** Without the parentheses around a single expression. */
function unwrap(expression: Expr): Expr {
  if (expression.type !== 'ParenthesizedExpr') return expression;
  const [only, ...others] = expression.exprs;
  return only === undefined || others.length > 0 ? expression : unwrap(only);
}

/** An expression of SQLite as one of PostgreSQL. */
export function translateExpression(statement: Statement, wrapped: Expr): Piece {
  const expression = unwrap(wrapped);
  switch (expression.type) {
    case 'Id':
      return translateName(statement, expression, undefined, expression.name);
    case 'QualifiedExpr':
      return translateName(statement, expression, expression.table, expression.column.text);
    case 'VariableExpr':
      return { sql: '', kind: 'parameter', parameter: expression };
    case 'NumericLiteral':
      return translateNumber(expression.value);
    case 'StringLiteral':
      return {
        sql: `${quoteText(expression.value)}::text`,
        kind: 'text',
        literal: expression.value,
      };
    case 'BlobLiteral': {
      const hex = Buffer.from(expression.bytes).toString('hex');
      return { sql: `'\\x${hex}'::bytea`, kind: 'blob', literal: hex };
    }
    case 'NullLiteral':
      return { sql: 'NULL', kind: 'null' };
    case 'CurrentTimestampLiteral':
      return { sql: 'touchstone.now()', kind: 'text' };
    case 'CurrentDateLiteral':
      return { sql: "touchstone.date('now')", kind: 'text' };
    case 'CurrentTimeLiteral':
      return { sql: "touchstone.time('now')", kind: 'text' };
    case 'BinaryExpr':
      return translateBinary(statement, expression);
    case 'UnaryExpr':
      return translateUnary(statement, expression);
    case 'CaseExpr':
      return translateCase(statement, expression);
    case 'CastExpr':
      return translateCast(statement, expression);
    case 'CollateExpr':
      return translateCollation(statement, expression.expr, expression.collation, expression);
    case 'BetweenExpr': {
      const value = translateExpression(statement, expression.lhs);
      const bounds = [expression.start, expression.end].map((bound) =>
        translateExpression(statement, bound),
      );
      const [start = value, end = value] = bounds;
      const sql = `${compare(statement, '>=', value, start)} AND ${compare(statement, '<=', value, end)}`;
      return boolean(expression.not ? `(NOT (${sql}))` : `(${sql})`);
    }
    case 'IsNullExpr':
      return boolean(
        `(${asOperand(statement, translateExpression(statement, expression.expr))} IS NULL)`,
      );
    case 'NotNullExpr':
      return boolean(
        `(${asOperand(statement, translateExpression(statement, expression.expr))} IS NOT NULL)`,
      );
    case 'LikeExpr':
      return translateLike(statement, expression);
    case 'InListExpr':
      return translateInList(statement, expression);
    case 'InSelectExpr': {
      const value = rowOrValue(statement, expression.lhs);
      const rows = translateSelect(statement, expression.rhs, 'values');
      return boolean(`(${value} ${expression.not ? 'NOT IN' : 'IN'} (${rows}))`);
    }
    case 'InTableExpr': {
      const table = quoteName(statement.tableName(expression.rhs));
      if (expression.args !== undefined) {
        statement.refuse(expression, 'A table function after IN is unknown', 'write IN (SELECT …)');
      }
      const value = rowOrValue(statement, expression.lhs);
      return boolean(`(${value} ${expression.not ? 'NOT IN' : 'IN'} (SELECT * FROM ${table}))`);
    }
    case 'ExistsExpr':
      return boolean(`EXISTS (${translateSelect(statement, expression.select, 'existence')})`);
    case 'SubqueryExpr':
      return {
        sql: `(${translateSelect(statement, expression.select, 'values')})`,
        kind: 'column',
        hasAffinity: true,
      };
    case 'FunctionCallExpr':
    case 'FunctionCallStarExpr':
      return translateFunction(statement, expression);
    case 'RaiseExpr':
      return translateRaise(statement, expression);
    case 'ParenthesizedExpr':
      return statement.refuse(
        expression,
        'A row of values can only be compared',
        'compare it with another row, or write its values one by one',
      );
    case 'KeywordLiteral':
    case 'NameExpr':
      return statement.refuse(expression, `${statement.textOf(expression)} is no value`);
  }
}

/** A condition of a statement. */
export function translateCondition(statement: Statement, expression: Expr): string {
  return asCondition(statement, translateExpression(statement, expression));
}

/** The value of an expression, whatever its type is. */
export function translateValue(statement: Statement, expression: Expr): string {
  return asValue(statement, translateExpression(statement, expression));
}

function translateNumber(text: string): Piece {
  const plain = text.replaceAll('_', '').toLowerCase();
  if (plain.startsWith('0x')) {
    const sql = String(BigInt.asIntN(64, BigInt(plain)));
    return { sql, kind: 'integer', literal: sql };
  }
  const isInteger = /^\d+$/.test(plain) && BigInt(plain) < 2n ** 63n;
  return { sql: plain, kind: isInteger ? 'integer' : 'real', literal: plain };
}

/** SQLite's names of a table's hidden integer key. */
const rowidNames = new Set(['rowid', '_rowid_']);

function translateName(
  statement: Statement,
  at: Placed,
  table: Name | undefined,
  name: string,
): Piece {
  const lower = name.toLowerCase();
  const isQuoted = !/^\w/.test(statement.textOf(at));
  if (table === undefined && !isQuoted && (lower === 'true' || lower === 'false')) {
    const sql = lower === 'true' ? '1' : '0';
    return { sql, kind: 'integer', literal: sql };
  }
  const alias = table === undefined ? findAlias(statement, lower) : undefined;
  if (alias !== undefined) {
    return statement.within({ aliases: new Map() }, () => translateExpression(statement, alias));
  }
  const sql = rowidNames.has(lower)
    ? `${rowidOwner(statement, at, table)}.rowid`
    : columnName(statement, table, name);
  const { grouping } = statement.scope;
  const isPicked = grouping !== undefined && !grouping.keys.has(lower);
  const value = isPicked ? grouping.pick(sql) : sql;
  if (isJsonValue(statement, table?.text, lower)) return { sql: value, kind: 'dynamic' };
  return { sql: value, kind: 'column', hasAffinity: true };
}

const jsonValues = new Set(['key', 'value', 'atom']);

/** Whether a column is one of `json_each` whose values keep their types. */
function isJsonValue(statement: Statement, table: string | undefined, name: string): boolean {
  if (!jsonValues.has(name)) return false;
  return statement.scope.sources.some(
    ({ alias, isJson }) =>
      isJson && (table === undefined || alias.toLowerCase() === table.toLowerCase()),
  );
}

/** The expression that a query gives a name to, where the name is not one of a column. */
function findAlias(statement: Statement, name: string): Expr | undefined {
  const { aliases, seesAliases } = statement.scope;
  const alias = aliases.get(name)?.expr;
  if (alias === undefined || !(seesAliases || statement.isNoColumn(name))) return undefined;
  const isNamedAlike = new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`, 'i');
  return isNamedAlike.test(statement.textOf(alias)) ? undefined : alias;
}

const triggerRows = new Set(['new', 'old', 'excluded']);

function columnName(statement: Statement, table: Name | undefined, name: string): string {
  const column = statement.name(name);
  if (table === undefined) {
    const { qualifier } = statement.scope;
    return qualifier === undefined ? column : `${qualifier}.${column}`;
  }
  const owner = table.text.toLowerCase();
  return `${triggerRows.has(owner) ? owner : statement.name(table.text)}.${column}`;
}

function rowidOwner(statement: Statement, at: Placed, table: Name | undefined): string {
  if (table !== undefined) return statement.name(table.text);
  const [only, ...others] = statement.scope.sources;
  if (only === undefined || others.length > 0) {
    return statement.refuse(at, 'It is unclear whose rowid this is', 'put the table before it');
  }
  return quoteName(only.alias);
}

function translateBinary(statement: Statement, expression: BinaryExpr): Piece {
  const { op } = expression;
  const comparison = comparisonOperators[op];
  if (comparison !== undefined) return translateComparison(statement, comparison, expression);
  const left = translateExpression(statement, expression.left);
  const right = translateExpression(statement, expression.right);
  if (op === 'And' || op === 'Or') {
    const [first, second] = [left, right].map((piece) => asCondition(statement, piece));
    return boolean(`(${first} ${op.toUpperCase()} ${second})`);
  }
  if (op === 'Concat') {
    return { sql: `(${asText(statement, left)} || ${asText(statement, right)})`, kind: 'text' };
  }
  if (op === 'ArrowRight' || op === 'ArrowRightShift') {
    const place = `touchstone.json_place(${asOperand(statement, right)})`;
    const isPart = op === 'ArrowRight';
    const name = isPart ? 'json_part' : 'json_extract';
    const sql = `touchstone.${name}(${asText(statement, left)}, ${place})`;
    return isPart ? { sql, kind: 'text', isJson: true } : { sql, kind: 'dynamic' };
  }
  const bitOperator = bitOperators[op];
  if (bitOperator !== undefined) {
    const [first, second] = [left, right].map((piece) => asInteger(statement, piece));
    const count = bitOperator.length === 2 ? `(${second})::integer` : second;
    return { sql: `(${first} ${bitOperator} ${count})`, kind: 'integer' };
  }
  return calculate(statement, op, left, right);
}

function calculate(statement: Statement, op: Operator, left: Piece, right: Piece): Piece {
  const [first, second] = [left, right].map((piece) => asNumber(statement, piece));
  const kinds = [left.kind, right.kind];
  const isInteger = kinds.every((kind) => kind === 'integer' || kind === 'boolean');
  const kind: Kind = isInteger ? 'integer' : kinds.includes('real') ? 'real' : 'number';
  if (op === 'Divide') return { sql: `(${first} / nullif(${second}, 0))`, kind };
  if (op === 'Modulus') return { sql: `touchstone.modulo(${first}, ${second})`, kind };
  return { sql: `(${first} ${arithmeticOperators[op]} ${second})`, kind };
}

function translateComparison(
  statement: Statement,
  operator: ComparisonOperator,
  { left, right }: BinaryExpr,
): Piece {
  const rows = [unwrap(left), unwrap(right)];
  const [first, second] = rows.map((row) => (row.type === 'ParenthesizedExpr' ? row.exprs : []));
  if (first !== undefined && second !== undefined && first.length + second.length > 0) {
    return compareRows(statement, operator, first, second, right);
  }
  if (operator === 'IS' || operator === 'IS NOT') {
    const [, truth] = /^(true|false)$/i.exec(statement.textOf(right)) ?? [];
    if (truth !== undefined) {
      return boolean(`(${translateCondition(statement, left)} ${operator} ${truth.toUpperCase()})`);
    }
  }
  const [a, b] = [left, right].map((side) => translateExpression(statement, side)) as [
    Piece,
    Piece,
  ];
  return boolean(compare(statement, operator, a, b));
}

/** Rows are compared value by value: the first that differs decides. */
function compareRows(
  statement: Statement,
  operator: ComparisonOperator,
  left: readonly Expr[],
  right: readonly Expr[],
  at: Placed,
): Piece {
  if (left.length !== right.length) {
    statement.refuse(
      at,
      'Rows that are compared must both be written out, with as many values each',
    );
  }
  const pairs = left.map((expression, index) => [
    translateExpression(statement, expression),
    translateExpression(statement, right[index] as Expr),
  ]) as [Piece, Piece][];
  const each = (sign: ComparisonOperator): string[] =>
    pairs.map(([a, b]) => compare(statement, sign, a, b));
  if (operator === '=' || operator === 'IS') return boolean(`(${each(operator).join(' AND ')})`);
  if (operator === '<>' || operator === 'IS NOT')
    return boolean(`(${each(operator).join(' OR ')})`);
  const strict = operator.startsWith('<') ? '<' : '>';
  const [equal, before, last] = [each('='), each(strict), each(operator).at(-1)];
  const steps = pairs.map((_, index) => {
    const isLast = index === pairs.length - 1;
    return [...equal.slice(0, index), isLast ? last : before[index]].join(' AND ');
  });
  // The first term says nothing new, but an index can be used for it.
  const [bound] = each(strict === '<' ? '<=' : '>=');
  return boolean(`(${bound} AND (${steps.join(' OR ')}))`);
}

function translateUnary(statement: Statement, { op, expr }: UnaryExpr): Piece {
  const piece = translateExpression(statement, expr);
  switch (op) {
    case 'Not':
      return boolean(`(NOT ${asCondition(statement, piece)})`);
    case 'Positive':
      return piece;
    case 'BitwiseNot':
      return { sql: `(~ ${asInteger(statement, piece)})`, kind: 'integer' };
    case 'Negative': {
      if (piece.literal !== undefined && (piece.kind === 'integer' || piece.kind === 'real')) {
        return { sql: `(-${piece.sql})`, kind: piece.kind, literal: `-${piece.literal}` };
      }
      const kind = piece.kind === 'integer' || piece.kind === 'real' ? piece.kind : 'number';
      return { sql: `(- ${asNumber(statement, piece)})`, kind };
    }
  }
}

function translateCase(statement: Statement, expression: CaseExpr): Piece {
  const base = expression.base && translateExpression(statement, expression.base);
  const conditions = expression.whenThenPairs.map(({ when }) => {
    if (base === undefined) return translateCondition(statement, when);
    return compare(statement, '=', base, translateExpression(statement, when));
  });
  const otherwise = expression.elseExpr && translateExpression(statement, expression.elseExpr);
  const values = expression.whenThenPairs.map(({ then }) => translateExpression(statement, then));
  return choose(statement, conditions, otherwise === undefined ? values : [...values, otherwise]);
}

function translateCast(statement: Statement, expression: CastExpr): Piece {
  const piece = translateExpression(statement, expression.expr);
  const type = columnTypeOf(expression.typeName?.name ?? '');
  const hasAffinity = true;
  if (type === 'text') return { sql: asText(statement, piece), kind: 'text', hasAffinity };
  if (type === 'bytea') {
    return { sql: `convert_to(${asText(statement, piece)}, 'UTF8')`, kind: 'blob', hasAffinity };
  }
  if (type === 'bigint')
    return { sql: castInteger(statement, piece), kind: 'integer', hasAffinity };
  const operand = piece.kind === 'null' ? 'NULL::text' : asOperand(statement, piece);
  return { sql: `touchstone.cast_real(${operand})`, kind: 'real', hasAffinity };
}

function castInteger(statement: Statement, piece: Piece): string {
  if (piece.kind === 'null') return 'NULL::bigint';
  return `touchstone.cast_integer(${asOperand(statement, piece)})`;
}

const collations = new Set(['BINARY', 'NOCASE', 'RTRIM']);

function translateCollation(
  statement: Statement,
  expression: Expr,
  name: string,
  at: Placed,
): Piece {
  const collation = name.toUpperCase();
  if (!collations.has(collation)) statement.refuse(at, `There is no collation "${name}"`);
  return { ...translateExpression(statement, expression), collation };
}

function translateLike(statement: Statement, expression: LikeExpr): Piece {
  const { op, not } = expression;
  if (op === 'Match' || op === 'Regexp') {
    return statement.refuse(
      expression,
      `${op.toUpperCase()} is not available`,
      'use LIKE or GLOB, or PostgreSQL’s own SQL where Db.engine says so',
    );
  }
  const [text, pattern] = [expression.lhs, expression.rhs].map((side) =>
    asText(statement, translateExpression(statement, side)),
  );
  if (op === 'Glob') {
    return boolean(`${not ? 'NOT ' : ''}touchstone.glob(${pattern}, ${text})`);
  }
  const sign = expression.escape
    ? asText(statement, translateExpression(statement, expression.escape))
    : "''";
  // Under this collation only the letters of ASCII have two cases, as in SQLite.
  return boolean(
    `(${text} COLLATE "C" ${not ? 'NOT ' : ''}ILIKE ${pattern} COLLATE "C" ESCAPE ${sign})`,
  );
}

function translateInList(statement: Statement, expression: InListExpr): Piece {
  const { lhs, rhs = [], not } = expression;
  if (rhs.length === 0) return boolean(not ? 'TRUE' : 'FALSE');
  const value = translateExpression(statement, lhs);
  const items = rhs.map((item) => translateExpression(statement, item));
  const isPlain = value.hasAffinity && value.collation === undefined;
  if (isPlain && items.every(({ kind }) => kind !== 'null')) {
    const list = items.map((item) => asOperand(statement, item)).join(', ');
    return boolean(`(${asOperand(statement, value)} ${not ? 'NOT IN' : 'IN'} (${list}))`);
  }
  const any = items.map((item) => compare(statement, '=', value, item)).join(' OR ');
  return boolean(not ? `(NOT (${any}))` : `(${any})`);
}

/** What stands before IN: a value, or a row of values. */
function rowOrValue(statement: Statement, wrapped: Expr): string {
  const expression = unwrap(wrapped);
  if (expression.type !== 'ParenthesizedExpr') {
    return asOperand(statement, translateExpression(statement, expression));
  }
  const values = expression.exprs.map((value) =>
    asOperand(statement, translateExpression(statement, value)),
  );
  return `(${values.join(', ')})`;
}

function translateRaise(
  statement: Statement,
  expression: Extract<Expr, { type: 'RaiseExpr' }>,
): Piece {
  if (expression.resolve === 'Ignore' || expression.message === undefined) {
    return statement.refuse(
      expression,
      'RAISE(IGNORE) is not available',
      'put the condition into the WHERE clause of the statements, or into the trigger’s WHEN',
    );
  }
  const message = asText(statement, translateExpression(statement, expression.message));
  return { sql: `touchstone.raise(${message})`, kind: 'integer' };
}
