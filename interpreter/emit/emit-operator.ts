/**
 * Emits operators. Arithmetic and comparison of numbers are inline; everything else is a method
 * call.
 *
 *     a + b    (typeof a$1==='number'&&typeof b$2==='number'?a$1+b$2:…call of $add…)
 */
import type { CallExpression, Expression } from '../resolve/resolved-ast.js';
import { longText } from '../runtime/long-text.js';
import { selectorOf } from '../runtime/selector.js';
import type { FunctionContext } from './context.js';
import { emitDispatch, emitOperands, isPrimitiveText, nameAnyCall } from './emit-call.js';
import { markLine } from './layout.js';

/** Emits the result for two numbers. */
type EmitResult = (left: string, right: string) => string;

/** Adapts the text of a method's result to its context. */
type WrapOther = (text: string) => string;

type EmitOperator = (ctx: FunctionContext, call: CallExpression, wrapOther: WrapOther) => string;

/** Arithmetic operators. */
const arithmetic: ReadonlyMap<string, EmitResult> = new Map([
  ['+(_)', (left, right) => `${left}+${right}`],
  ['-(_)', (left, right) => `${left}-${right}`],
  ['*(_)', (left, right) => `${left}*${right}`],
  ['/(_)', (left, right) => `${left}/${right}`],
  ['%(_)', (left, right) => `${left}%${right}`],
  ['&(_)', (left, right) => `(${left}&${right})>>>0`],
  ['|(_)', (left, right) => `(${left}|${right})>>>0`],
  ['^(_)', (left, right) => `(${left}^${right})>>>0`],
  ['<<(_)', (left, right) => `(${left}<<${right})>>>0`],
  ['>>(_)', (left, right) => `${left}>>>${right}`],
]);

/** Comparison operators. */
const comparison: ReadonlyMap<string, EmitResult> = new Map([
  ['<(_)', (left, right) => `${left}<${right}`],
  ['>(_)', (left, right) => `${left}>${right}`],
  ['<=(_)', (left, right) => `${left}<=${right}`],
  ['>=(_)', (left, right) => `${left}>=${right}`],
]);

/** Emits a test that all operands are numbers; undefined if they always are. */
export function emitNumberTest(
  { module }: FunctionContext,
  sides: readonly Expression[],
  texts: readonly string[],
): string | undefined {
  let tests: string | undefined;
  for (let index = 0; index < sides.length; index++) {
    const side = sides[index];
    const text = texts[index];
    if (side === undefined || module.isNumber(side) || texts.indexOf(text ?? '') < index) continue;
    const test = `typeof ${text}==='number'`;
    tests = tests === undefined ? test : `${tests}&&${test}`;
  }
  return tests;
}

/**
 * Emits an operator inline for numbers, with `other` as the code for all other values. Returns `other`
 * unchanged if the call is not an operator of numbers.
 */
export function emitNumericResult(
  ctx: FunctionContext,
  call: CallExpression,
  texts: readonly string[],
  other: string,
): string {
  const emitResult = arithmetic.get(call.signature) ?? comparison.get(call.signature);
  if (emitResult === undefined) return other;
  const [left = '', right = ''] = texts;
  const test = emitNumberTest(ctx, [call.receiver, ...call.arguments], texts);
  const result = emitResult(left, right);
  return test === undefined ? `(${result})` : `(${test}?${result}:${other})`;
}

/** Emits the operator for other operands than numbers: a call of the module's function for it. */
export function emitOther(
  ctx: FunctionContext,
  call: CallExpression,
  texts: readonly string[],
): string {
  const operator = nameAnyCall(ctx.module, call.signature, call.arguments.length);
  return `(${markLine(call.line)}${operator}(${texts.join(',')}))`;
}

/** Whether an expression's value is always a string, so that no arithmetic applies. */
function isText(expression: Expression): boolean {
  if (expression.kind === 'interpolation') return true;
  return expression.kind === 'literal' && typeof expression.value === 'string';
}

function emitInfix(
  ctx: FunctionContext,
  call: CallExpression,
  emitResult: EmitResult,
  wrapOther: WrapOther,
): string {
  const sides = [call.receiver, ...call.arguments];
  const { setup, texts } = emitOperands(ctx, sides);
  const [left = '', right = ''] = texts;
  if (sides.some(isText)) {
    const other = wrapOther(emitOther(ctx, call, texts));
    return setup === '' ? other : `(${setup}${other})`;
  }
  const test = emitNumberTest(ctx, sides, texts);
  if (test === undefined) {
    if (arithmetic.has(call.signature)) ctx.module.addNumber(call);
    return `(${setup}${emitResult(left, right)})`;
  }
  return `(${setup}${test}?${emitResult(left, right)}:${wrapOther(emitOther(ctx, call, texts))})`;
}

/**
 * Emits equality: JavaScript's for primitives, a method call for objects. Comparisons of long
 * strings are charged, unless one operand is a literal.
 */
function emitEquality(
  ctx: FunctionContext,
  call: CallExpression,
  operator: string,
  wrapOther: WrapOther,
): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [left = '', right = ''] = texts;
  const onPrimitive = `${left}${operator}${right}`;
  if (isPrimitiveText(left) || ctx.module.isNumber(call.receiver))
    return `(${setup}${onPrimitive})`;
  const onObject = `${left}${markLine(call.line)}.${selectorOf(call.signature)}(${right})`;
  const [other] = call.arguments;
  const isShort = other?.kind === 'literal' || (other !== undefined && ctx.module.isNumber(other));
  const rest = isShort ? onPrimitive : emitTextTest(ctx, call, left, right, operator);
  return `(${setup}typeof ${left}==='object'?${wrapOther(onObject)}:${rest})`;
}

function emitTextTest(
  ctx: FunctionContext,
  call: CallExpression,
  left: string,
  right: string,
  operator: string,
): string {
  const not = operator === '!==' ? '!' : '';
  const onLong = `(${markLine(call.line)}${not}${ctx.module.use('$same')}(${left},${right}))`;
  const isLong = `typeof ${left}==='string'&&${left}.length>=${longText}`;
  return `(${isLong}?${onLong}:${left}${operator}${right})`;
}

function emitPrefix(
  ctx: FunctionContext,
  call: CallExpression,
  emitResult: (operand: string) => string,
): string {
  const { receiver } = call;
  if (receiver.kind === 'literal' && typeof receiver.value === 'number') {
    return `(${emitResult(String(receiver.value))})`;
  }
  const { setup, texts } = emitOperands(ctx, [receiver]);
  const [operand = ''] = texts;
  if (ctx.module.isNumber(receiver)) {
    ctx.module.addNumber(call);
    return `(${setup}${emitResult(operand)})`;
  }
  const other = emitDispatch(ctx, operand, selectorOf(call.signature), [], call.line);
  return `(${setup}typeof ${operand}==='number'?${emitResult(operand)}:${other})`;
}

function emitNot(ctx: FunctionContext, call: CallExpression, wrapOther: WrapOther): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver]);
  const [operand = ''] = texts;
  if (isPrimitiveText(operand)) return `(${operand}===false)`;
  const object = wrapOther(`${operand}${markLine(call.line)}.$not()`);
  // V8 follows the outcomes of comparisons with constants through inlined calls, but not those of
  // tests for the type "boolean".
  const other = `${operand}!==true&&typeof ${operand}==='object'&&${object}`;
  return `(${setup}${operand}===false||${other})`;
}

function emitRange(ctx: FunctionContext, call: CallExpression, isInclusive: boolean): string {
  const sides = [call.receiver, ...call.arguments];
  const { setup, texts } = emitOperands(ctx, sides);
  const made = `new ${ctx.module.use('$Range')}(${texts.join(',')},${isInclusive})`;
  const test = emitNumberTest(ctx, sides, texts);
  return `(${setup}${test === undefined ? made : `${test}?${made}:${emitOther(ctx, call, texts)}`})`;
}

/** Makes the emitter of an infix operator of numbers. */
function makeInfix([signature, emitResult]: readonly [string, EmitResult]): [string, EmitOperator] {
  return [signature, (ctx, call, wrapOther) => emitInfix(ctx, call, emitResult, wrapOther)];
}

/** Emitters of the operators that usually return a boolean. */
const tests: ReadonlyMap<string, EmitOperator> = new Map([
  ...[...comparison].map(makeInfix),
  ['==(_)', (ctx, call, wrapOther) => emitEquality(ctx, call, '===', wrapOther)],
  ['!=(_)', (ctx, call, wrapOther) => emitEquality(ctx, call, '!==', wrapOther)],
  ['!', emitNot],
]);

/** Emitters of all operators with an inline form. */
const operators: ReadonlyMap<string, EmitOperator> = new Map([
  ...[...arithmetic].map(makeInfix),
  ['-', (ctx, call) => emitPrefix(ctx, call, (operand) => `-${operand}`)],
  ['~', (ctx, call) => emitPrefix(ctx, call, (operand) => `~${operand}>>>0`)],
  ['..(_)', (ctx, call) => emitRange(ctx, call, true)],
  ['...(_)', (ctx, call) => emitRange(ctx, call, false)],
  ...tests,
]);

const unchanged: WrapOther = (text) => text;

/** Emits a call of an operator with an inline form; undefined for any other call. */
export function emitOperator(ctx: FunctionContext, call: CallExpression): string | undefined {
  return operators.get(call.signature)?.(ctx, call, unchanged);
}

/**
 * Emits an operator that usually returns a boolean; `wrapOther` adapts the result of a method call.
 */
export function emitTest(
  ctx: FunctionContext,
  call: CallExpression,
  wrapOther: WrapOther,
): string | undefined {
  return tests.get(call.signature)?.(ctx, call, wrapOther);
}
