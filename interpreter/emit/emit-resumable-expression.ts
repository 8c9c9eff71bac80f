/**
 * Expressions of a resumable form. One that may be suspended is taken apart: its operands become
 * statements, each with its value in a temporary or, where a later operand may be suspended, in a
 * field of the frame. What remains is emitted as in direct form, with texts for the operands.
 */

import { findCuts } from '../analyze/chain.js';
import { partsOfExpression } from '../analyze/walk.js';
import type {
  CallExpression,
  ConditionalExpression,
  Expression,
  InterpolationExpression,
  LogicalExpression,
  MapExpression,
  SuperCallExpression,
} from '../resolve/resolved-ast.js';
import { selectorOf } from '../runtime/selector.js';
import { isPrimitiveText } from './emit-call.js';
import { emitCondition, emitValue } from './emit-expression.js';
import { emitNumericResult } from './emit-operator.js';
import { markLine } from './layout.js';
import type { FrameContext } from './resumable-context.js';

/** The text for a value, good until the next suspension; adds the statements that lead to it. */
export function emitFrameValue(ctx: FrameContext, expression: Expression): string {
  const replacement = ctx.replacementOf(expression);
  if (replacement !== undefined) return replacement;
  if (!ctx.points.inExpression(expression)) return emitValue(ctx, expression);
  for (const cut of findCuts(expression, ctx)) {
    const place = ctx.takeSlot();
    ctx.add(`${place}=${emitFrameValue(ctx, cut)};`);
    ctx.replace(cut, place);
  }
  return emitParts(ctx, expression);
}

/** An expression that may be suspended, and is no long chain. */
function emitParts(ctx: FrameContext, expression: Expression): string {
  switch (expression.kind) {
    case 'logical':
      return emitLogical(ctx, expression);
    case 'conditional':
      return emitConditional(ctx, expression);
    case 'assignment':
      ctx.replace(expression.value, emitFrameValue(ctx, expression.value));
      return emitValue(ctx, expression);
    case 'interpolation':
      return emitInterpolation(ctx, expression);
    case 'call':
      return emitCall(ctx, expression);
    case 'super-call':
      return emitSuperCall(ctx, expression);
    case 'map':
      return emitMap(ctx, expression);
    default:
      settleParts(ctx, expression);
      return emitValue(ctx, expression);
  }
}

/** Whether a condition holds, as a JavaScript boolean in parentheses. */
export function emitFrameCondition(ctx: FrameContext, expression: Expression): string {
  if (!ctx.points.inExpression(expression)) return `(${emitCondition(ctx, expression)})`;
  return `${ctx.module.use('$truth')}(${emitFrameValue(ctx, expression)})`;
}

/** Evaluates expressions in order; the texts may be repeated until the next suspension. */
function settle(ctx: FrameContext, expressions: readonly Expression[]): string[] {
  return expressions.map((expression, index) => {
    const text = emitFrameValue(ctx, expression);
    if (expression.kind === 'literal' || expression.kind === 'this') return text;
    const isWaiting = expressions.slice(index + 1).some((later) => ctx.points.inExpression(later));
    const place = isWaiting ? ctx.takeSlot() : ctx.takeTemporary();
    ctx.add(`${place}=${text};`);
    return place;
  });
}

function settleParts(ctx: FrameContext, expression: Expression): string[] {
  const parts = partsOfExpression(expression);
  const texts = settle(ctx, parts);
  for (const [index, part] of parts.entries()) ctx.replace(part, texts[index] ?? '');
  return texts;
}

/** A call that may be suspended, and the text for its result. */
export function emitWait(
  ctx: FrameContext,
  receiver: string,
  signature: string,
  values: readonly string[],
  line: number,
): string {
  return ctx.addWait(emitResumableCall(ctx, receiver, signature, values, line), line);
}

/** Calls the resumable form of the method that the receiver has, or its only form. */
function emitResumableCall(
  ctx: FrameContext,
  receiver: string,
  signature: string,
  values: readonly string[],
  line: number,
): string {
  const selector = selectorOf(signature);
  const methods = `${ctx.module.use('$methods')}(${receiver})`;
  const method = isPrimitiveText(receiver)
    ? `${methods}.${selector}`
    : `(typeof ${receiver}==='object'?${receiver}:${methods}).${selector}`;
  return emitMethodCall(method, [receiver, ...values], line);
}

/** The method's text may be evaluated once only; the first value is the receiver. */
function emitMethodCall(method: string, values: readonly string[], line: number): string {
  const mark = markLine(line);
  const all = values.join(',');
  return `(($m=${method}).resumable===void 0?$m${mark}.call(${all}):$m${mark}.resumable(${all}))`;
}

function emitCall(ctx: FrameContext, call: CallExpression): string {
  const texts = settleParts(ctx, call);
  if (!ctx.points.atExpression(call)) return emitValue(ctx, call);
  const [receiver = '', ...values] = texts;
  const { signature, line } = call;
  const generic = emitResumableCall(ctx, receiver, signature, values, line);
  if (signature.startsWith('call(') && !isPrimitiveText(receiver)) {
    return ctx.addWait(emitFunctionCall(receiver, values, line, generic), line);
  }
  return ctx.addWait(emitNumericResult(call, texts, generic), line);
}

/** A call of a function value by its own resumable form. */
function emitFunctionCall(
  receiver: string,
  values: readonly string[],
  line: number,
  other: string,
): string {
  const mark = markLine(line);
  const all = values.join(',');
  const isFunction = `${receiver}.code!==void 0&&${receiver}.arity<=${values.length}`;
  const direct = `${receiver}${mark}.code(${all})`;
  const resumable = `${receiver}${mark}.resumable(${all})`;
  return `(${isFunction}?${receiver}.resumable===void 0?${direct}:${resumable}:${other})`;
}

function emitSuperCall(ctx: FrameContext, call: SuperCallExpression): string {
  const texts = settleParts(ctx, call);
  if (!ctx.points.atExpression(call)) return emitValue(ctx, call);
  const methods = call.isStatic
    ? ctx.module.use('$classMethods')
    : ctx.nameSuperMethods(call.classId);
  const signature = call.isInitializer ? `init ${call.signature}` : call.signature;
  const method = `${methods}.${selectorOf(signature)}`;
  return ctx.addWait(emitMethodCall(method, [ctx.self, ...texts], call.line), call.line);
}

/** The map lies in a field while its entries are added. */
function emitMap(ctx: FrameContext, { entries }: MapExpression): string {
  const map = ctx.takeSlot();
  ctx.add(`${map}=${ctx.module.use('$map')}([]);`);
  for (const { key, value, line } of entries) {
    const texts = settle(ctx, [key, value]).join(',');
    ctx.add(`${markLine(line)}${ctx.module.use('$entry')}(${map},${texts});`);
  }
  return map;
}

/** The value of the operand that decides, in a field because the other one may be suspended. */
function emitLogical(ctx: FrameContext, { operator, left, right }: LogicalExpression): string {
  const result = ctx.takeSlot();
  const end = ctx.takePlace();
  ctx.add(`${result}=${emitFrameValue(ctx, left)};`);
  const truth = `${ctx.module.use('$truth')}(${result})`;
  ctx.add(`if(${operator === '&&' ? `!${truth}` : truth})${ctx.emitJump(end)}`);
  ctx.add(`${result}=${emitFrameValue(ctx, right)};`);
  ctx.addPlace(end);
  return result;
}

function emitConditional(ctx: FrameContext, expression: ConditionalExpression): string {
  const result = ctx.takeSlot();
  const [otherPlace, end] = [ctx.takePlace(), ctx.takePlace()];
  const condition = emitFrameCondition(ctx, expression.condition);
  ctx.add(`if(!${condition})${ctx.emitJump(otherPlace)}`);
  ctx.add(`${result}=${emitFrameValue(ctx, expression.then)};${ctx.emitJump(end)}`);
  ctx.addPlace(otherPlace);
  ctx.add(`${result}=${emitFrameValue(ctx, expression.otherwise)};`);
  ctx.addPlace(end);
  return result;
}

/** The text grows in a field, since each part's `toString` may be suspended. */
function emitInterpolation(ctx: FrameContext, expression: InterpolationExpression): string {
  const texts = expression.parts.map((part) => {
    if (part.kind === 'literal') return emitValue(ctx, part);
    const slot = ctx.takeSlot();
    ctx.add(`${slot}=${emitFrameValue(ctx, part)};`);
    return slot;
  });
  if (!ctx.points.atExpression(expression)) {
    for (const [index, part] of expression.parts.entries()) {
      ctx.replace(part, texts[index] ?? '');
    }
    return emitValue(ctx, expression);
  }
  const result = ctx.takeSlot();
  ctx.add(`${result}="";`);
  for (const [index, part] of expression.parts.entries()) {
    const text = texts[index] ?? '';
    if (part.kind === 'literal' && typeof part.value === 'string') ctx.add(`${result}+=${text};`);
    else addPartText(ctx, result, text, expression.line);
  }
  ctx.add(`${ctx.module.use('$joined')}(${result});`);
  return result;
}

function addPartText(ctx: FrameContext, result: string, text: string, line: number): void {
  const other = emitResumableCall(ctx, text, 'toString', [], line);
  const found = ctx.addWait(`(typeof ${text}==='string'?${text}:${other})`, line);
  ctx.add(`${result}+=(${markLine(line)}${ctx.module.use('$string')}(${found}));`);
}
