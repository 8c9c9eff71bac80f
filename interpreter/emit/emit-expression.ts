/**
 * Emits expressions. The JavaScript text of an expression can be an operand, and does not begin
 * with a mark, so that it can follow `return`.
 */

import { findCuts, pieceLength } from '../analyze/chain.js';
import type {
  AssignmentExpression,
  CallExpression,
  ConditionalExpression,
  Expression,
  FieldExpression,
  InterpolationExpression,
  LiteralExpression,
  LogicalExpression,
  MapExpression,
} from '../resolve/resolved-ast.js';
import { chargeStep } from '../runtime/charge.js';
import type { FunctionContext } from './context.js';
import { emitCall, emitOperands, emitSuperCall, isInert } from './emit-call.js';
import { emitClosure } from './emit-function.js';
import { emitTest } from './emit-operator.js';
import { markLine } from './layout.js';
import { nameField, quote } from './names.js';

/** Emits an expression. */
export function emitValue(ctx: FunctionContext, expression: Expression): string {
  const replacement = ctx.replacementOf(expression);
  if (replacement !== undefined) return replacement;
  const cuts = findCuts(expression, ctx);
  if (cuts.length === 0) return emitWhole(ctx, expression);
  return ctx.nest(cuts.length * pieceLength, () => emitPieces(ctx, expression, cuts));
}

/** Emits a long chain: `($1=…first piece…,$1=…the next, which begins with $1…,…)`. */
function emitPieces(
  ctx: FunctionContext,
  expression: Expression,
  cuts: readonly Expression[],
): string {
  const place = ctx.takeTemporary();
  const pieces = cuts.map((cut) => {
    const piece = `${place}=${emitWhole(ctx, cut)}`;
    ctx.replace(cut, place);
    return piece;
  });
  return `(${[...pieces, emitWhole(ctx, expression)].join(',')})`;
}

/** Emits an expression that is not a long chain, or is already cut. */
function emitWhole(ctx: FunctionContext, expression: Expression): string {
  chargeStep();
  const { reserved } = ctx;
  const text = ctx.nest(1, () => emitKind(ctx, expression));
  ctx.release(reserved);
  return text;
}

function emitKind(ctx: FunctionContext, expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return emitLiteral(ctx, expression);
    case 'query':
      return `new ${ctx.module.use('$Query')}(${quote(expression.sql)})`;
    case 'interpolation':
      return emitInterpolation(ctx, expression);
    case 'list':
      return `new ${ctx.module.use('$List')}([${emitAll(ctx, expression.elements)}])`;
    case 'map':
      return emitMap(ctx, expression);
    case 'this':
      return ctx.self;
    case 'variable-value':
      return ctx.nameVariable(expression.variable);
    case 'field':
      return emitField(ctx, expression);
    case 'assignment':
      return emitAssignment(ctx, expression);
    case 'call':
      return emitCall(ctx, expression);
    case 'super-call':
      return emitSuperCall(ctx, expression);
    case 'logical':
      return emitLogical(ctx, expression);
    case 'conditional':
      return emitConditional(ctx, expression);
    case 'closure':
      return emitClosure(ctx, expression.function);
  }
}

function emitAll(ctx: FunctionContext, expressions: readonly Expression[]): string {
  return expressions.map((expression) => emitValue(ctx, expression)).join(',');
}

/** Emits a map. Each key is checked before the next entry is evaluated. */
function emitMap(ctx: FunctionContext, { entries, line }: MapExpression): string {
  const make = ctx.module.use('$map');
  if (entries.length === 1 || entries.every(({ key }) => key.kind === 'literal')) {
    const items = entries.flatMap(({ key, value }) => [key, value]);
    return `(${markLine(entries[0]?.line ?? line)}${make}([${emitAll(ctx, items)}]))`;
  }
  const map = ctx.takeTemporary();
  const additions = entries.map(({ key, value, ...entry }) => {
    const parts = [map, emitValue(ctx, key), emitValue(ctx, value)];
    return `${markLine(entry.line)}${ctx.module.use('$entry')}(${parts.join(',')}),`;
  });
  return `(${map}=${make}([]),${additions.join('')}${map})`;
}

function emitLiteral(ctx: FunctionContext, { value }: LiteralExpression): string {
  if (value === null) return ctx.module.use('$null');
  return typeof value === 'string' ? quote(value) : String(value);
}

function emitField(ctx: FunctionContext, { classId, name }: FieldExpression): string {
  return `${ctx.self}.${nameField(ctx.module.options.moduleId, classId, name)}`;
}

function emitAssignment(ctx: FunctionContext, { target, value }: AssignmentExpression): string {
  return `(${emitValue(ctx, target)}=${emitValue(ctx, value)})`;
}

/** Emits an assignment to a temporary with a test for truth. */
function emitTruth(ctx: FunctionContext, temporary: string, text: string): string {
  return `(${temporary}=${text})!==false&&${temporary}!==${ctx.module.use('$null')}`;
}

function emitLogical(ctx: FunctionContext, { operator, left, right }: LogicalExpression): string {
  const decided = ctx.takeTemporary();
  const truth = emitTruth(ctx, decided, emitValue(ctx, left));
  const other = emitValue(ctx, right);
  return operator === '&&' ? `(${truth}?${other}:${decided})` : `(${truth}?${decided}:${other})`;
}

function emitConditional(ctx: FunctionContext, expression: ConditionalExpression): string {
  const { condition, then, otherwise } = expression;
  const values = `${emitValue(ctx, then)}:${emitValue(ctx, otherwise)}`;
  return `(${emitCondition(ctx, condition)}?${values})`;
}

/** Emits a condition as a JavaScript boolean. Comparisons of numbers need no test for truth. */
export function emitCondition(ctx: FunctionContext, expression: Expression): string {
  const replacement = ctx.replacementOf(expression);
  if (replacement !== undefined) return `${ctx.module.use('$truth')}(${replacement})`;
  if (findCuts(expression, ctx).length > 0) return emitValueCondition(ctx, expression);
  const { reserved } = ctx;
  const text = emitShortCondition(ctx, expression);
  ctx.release(reserved);
  return text;
}

function emitShortCondition(ctx: FunctionContext, expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return String(expression.value !== null && expression.value !== false);
    case 'logical': {
      const { operator, left, right } = expression;
      return `(${emitCondition(ctx, left)}${operator}${emitCondition(ctx, right)})`;
    }
    case 'call':
      return emitCallCondition(ctx, expression);
    default:
      return emitValueCondition(ctx, expression);
  }
}

function emitValueCondition(ctx: FunctionContext, expression: Expression): string {
  return `(${emitTruth(ctx, ctx.takeTemporary(), emitValue(ctx, expression))})`;
}

function emitCallCondition(ctx: FunctionContext, call: CallExpression): string {
  const test = ctx.isCompact
    ? undefined
    : emitTest(ctx, call, (other) => `${ctx.module.use('$truth')}(${other})`);
  return test ?? `(${emitTruth(ctx, ctx.takeTemporary(), emitCall(ctx, call))})`;
}

/**
 * Emits an interpolation. Wren evaluates all parts before it calls the first `toString`, which
 * matters when parts have side effects.
 */
function emitInterpolation(ctx: FunctionContext, { parts, line }: InterpolationExpression): string {
  const active = parts.filter((part) => !isInert(part));
  const { setup, texts } =
    active.length > 1
      ? emitOperands(ctx, parts)
      : { setup: '', texts: parts.map((part) => emitValue(ctx, part)) };
  const strings = parts.flatMap((part, index) => {
    const text = texts[index] ?? '';
    if (part.kind !== 'literal' || typeof part.value !== 'string') {
      return emitPartText(ctx, text, line);
    }
    return part.value === '' ? [] : text;
  });
  if (strings.length === 0) return '""';
  const text = strings.join('+');
  return `(${setup}${strings.length === 1 ? text : `${ctx.module.use('$joined')}(${text})`})`;
}

function emitPartText(ctx: FunctionContext, text: string, line: number): string {
  const part = ctx.takeTemporary();
  const other = `${markLine(line)}${ctx.module.use('$text')}(${part})`;
  return `(typeof (${part}=${text})==='string'?${part}:${other})`;
}
