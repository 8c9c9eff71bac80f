/**
 * Emits expressions in resumable form. An expression that may be suspended is split: its operands
 * become statements that store their values in temporaries or, if a later operand may be suspended,
 * in fields of the activation. The rest is emitted as in direct form, with texts for the operands.
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
import type { ResumableContext } from './resumable-context.js';

/**
 * Adds the statements for an expression; returns the text of its value, valid until the next
 * suspension.
 */
export function addValue(ctx: ResumableContext, expression: Expression): string {
  const replacement = ctx.replacementOf(expression);
  if (replacement !== undefined) return replacement;
  if (!ctx.points.inExpression(expression)) return emitValue(ctx, expression);
  for (const cut of findCuts(expression, ctx)) {
    const place = ctx.takeSlot();
    const { reserved } = ctx;
    ctx.add(`${place}=${addValue(ctx, cut)};`);
    ctx.release(reserved);
    ctx.replace(cut, place);
  }
  return addParts(ctx, expression);
}

/** Adds an expression that may be suspended and is not a long chain. */
function addParts(ctx: ResumableContext, expression: Expression): string {
  switch (expression.kind) {
    case 'logical':
      return addLogical(ctx, expression);
    case 'conditional':
      return addConditional(ctx, expression);
    case 'assignment':
      ctx.replace(expression.value, addValue(ctx, expression.value));
      return emitValue(ctx, expression);
    case 'interpolation':
      return addInterpolation(ctx, expression);
    case 'call':
      return addCall(ctx, expression);
    case 'super-call':
      return addSuperCall(ctx, expression);
    case 'map':
      return addMap(ctx, expression);
    default:
      settleParts(ctx, expression);
      return emitValue(ctx, expression);
  }
}

/** Adds a condition; returns a JavaScript boolean in parentheses. */
export function addCondition(ctx: ResumableContext, expression: Expression): string {
  if (!ctx.points.inExpression(expression)) return `(${emitCondition(ctx, expression)})`;
  return `${ctx.module.use('$truth')}(${addValue(ctx, expression)})`;
}

/** Adds expressions in order; the returned texts may be repeated until the next suspension. */
function settle(ctx: ResumableContext, expressions: readonly Expression[]): string[] {
  const lastSuspendable = expressions.findLastIndex((each) => ctx.points.inExpression(each));
  return expressions.map((expression, index) => {
    const text = addValue(ctx, expression);
    if (expression.kind === 'literal' || expression.kind === 'this') return text;
    const isHeld = index < lastSuspendable;
    const place = isHeld ? ctx.takeSlot() : ctx.takeTemporary();
    ctx.add(`${place}=${text};`);
    return place;
  });
}

function settleParts(ctx: ResumableContext, expression: Expression): string[] {
  const parts = partsOfExpression(expression);
  const texts = settle(ctx, parts);
  for (const [index, part] of parts.entries()) ctx.replace(part, texts[index] ?? '');
  return texts;
}

/** Adds a call that may be suspended; returns the text of its result. */
export function addMethodCall(
  ctx: ResumableContext,
  receiver: string,
  signature: string,
  values: readonly string[],
  line: number,
): string {
  return ctx.addSuspendableCall(emitResumableCall(ctx, receiver, signature, values, line), line);
}

/** Emits a call of the method's resumable form, or of its direct form if it has no other. */
function emitResumableCall(
  ctx: ResumableContext,
  receiver: string,
  signature: string,
  values: readonly string[],
  line: number,
): string {
  const selector = selectorOf(signature);
  const onPrimitive = `${ctx.module.use('$methods')}(${receiver}).${selector}`;
  const all = [receiver, ...values];
  if (isPrimitiveText(receiver)) return emitResumableMethodCall(onPrimitive, all, line);
  const method = ctx.module.options.receivers.areFew(selector)
    ? `($m=${receiver}.${selector})!==void 0?$m:${onPrimitive}`
    : `typeof ${receiver}==='object'?${receiver}.${selector}:${onPrimitive}`;
  return emitResumableMethodCall(method, all, line);
}

/** Emits a call of a method whose text is evaluated only once; the first value is the receiver. */
function emitResumableMethodCall(method: string, values: readonly string[], line: number): string {
  const mark = markLine(line);
  const all = values.join(',');
  return `(($m=${method}).resumable===void 0?$m${mark}.call(${all}):$m${mark}.resumable(${all}))`;
}

function addCall(ctx: ResumableContext, call: CallExpression): string {
  const texts = settleParts(ctx, call);
  if (!ctx.points.atExpression(call)) return emitValue(ctx, call);
  const [receiver = '', ...values] = texts;
  const { signature, line } = call;
  const generic = ctx.module.isObject(call.receiver)
    ? emitResumableMethodCall(`${receiver}.${selectorOf(signature)}`, texts, line)
    : emitResumableCall(ctx, receiver, signature, values, line);
  if (signature.startsWith('call(') && !isPrimitiveText(receiver)) {
    return ctx.addSuspendableCall(emitResumableFunctionCall(receiver, values, line, generic), line);
  }
  return ctx.addSuspendableCall(emitNumericResult(ctx, call, texts, generic), line);
}

/** Emits a call of a function value in resumable form. */
function emitResumableFunctionCall(
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

function addSuperCall(ctx: ResumableContext, call: SuperCallExpression): string {
  const texts = settleParts(ctx, call);
  if (!ctx.points.atExpression(call)) return emitValue(ctx, call);
  const methods = call.isStatic
    ? ctx.module.use('$classMethods')
    : ctx.nameSuperMethods(call.classId);
  const signature = call.isInitializer ? `init ${call.signature}` : call.signature;
  const method = `${methods}.${selectorOf(signature)}`;
  return ctx.addSuspendableCall(
    emitResumableMethodCall(method, [ctx.self, ...texts], call.line),
    call.line,
  );
}

/** Adds a map, which is in a field of the activation while entries are added. */
function addMap(ctx: ResumableContext, { entries }: MapExpression): string {
  const map = ctx.takeSlot();
  ctx.add(`${map}=${ctx.module.use('$map')}([]);`);
  for (const { key, value, line } of entries) {
    const texts = settle(ctx, [key, value]).join(',');
    ctx.add(`${markLine(line)}${ctx.module.use('$entry')}(${map},${texts});`);
  }
  return map;
}

/**
 * Adds `&&` or `||`. The value is in a field of the activation, since operands may be suspended.
 */
function addLogical(ctx: ResumableContext, { operator, left, right }: LogicalExpression): string {
  const result = ctx.takeSlot();
  const end = ctx.takePlace();
  ctx.add(`${result}=${addValue(ctx, left)};`);
  const truth = `${ctx.module.use('$truth')}(${result})`;
  ctx.add(`if(${operator === '&&' ? `!${truth}` : truth})${ctx.emitJump(end)}`);
  ctx.add(`${result}=${addValue(ctx, right)};`);
  ctx.addPlace(end);
  return result;
}

function addConditional(ctx: ResumableContext, expression: ConditionalExpression): string {
  const result = ctx.takeSlot();
  const [otherPlace, end] = [ctx.takePlace(), ctx.takePlace()];
  const condition = addCondition(ctx, expression.condition);
  ctx.add(`if(!${condition})${ctx.emitJump(otherPlace)}`);
  ctx.add(`${result}=${addValue(ctx, expression.then)};${ctx.emitJump(end)}`);
  ctx.addPlace(otherPlace);
  ctx.add(`${result}=${addValue(ctx, expression.otherwise)};`);
  ctx.addPlace(end);
  return result;
}

/** Adds an interpolation. Its text grows in a field, since each `toString` may be suspended. */
function addInterpolation(ctx: ResumableContext, expression: InterpolationExpression): string {
  const texts = expression.parts.map((part) => {
    if (part.kind === 'literal') return emitValue(ctx, part);
    const slot = ctx.takeSlot();
    ctx.add(`${slot}=${addValue(ctx, part)};`);
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

function addPartText(ctx: ResumableContext, result: string, text: string, line: number): void {
  const other = emitResumableCall(ctx, text, 'toString', [], line);
  const found = ctx.addSuspendableCall(`(typeof ${text}==='string'?${text}:${other})`, line);
  ctx.add(`${result}+=(${markLine(line)}${ctx.module.use('$string')}(${found}));`);
}
