/**
 * Emits calls. A method is a property under its selector, so a call is `object.selector(…)`, which
 * V8 caches at its place. The type of a receiver that may be a JavaScript primitive is tested
 * first:
 *
 *     (typeof a$1==='object'?a$1.foo$1(b$2):$h0(a$1,b$2))
 *     const $h0=($0,$1)=>typeof $0==='number'?$ofNumber.foo$1.call($0,$1):…      once per module
 *
 * Where the method's receivers are of few classes, the test is `a$1.foo$1!==void 0` instead, since the
 * engine then knows the answer from the class, as it does for the call itself.
 *
 * The text repeats receiver and arguments, so complex operands are first assigned to temporaries,
 * in Wren's order of evaluation.
 */
import { readNumber } from '../resolve/node-facts.js';
import type { CallExpression, Expression, SuperCallExpression } from '../resolve/resolved-ast.js';
import { selectorOf } from '../runtime/selector.js';
import type { FunctionContext, ModuleContext } from './context.js';
import { emitValue } from './emit-expression.js';
import { emitOperator } from './emit-operator.js';
import { emitAddition, emitSubscript, emitSubscriptSetter } from './emit-subscript.js';
import { markLine } from './layout.js';

/** Evaluated expressions, in order. */
export interface Operands {
  /** Assignments to temporaries, each followed by a comma. */
  readonly setup: string;
  /** The texts of the values, which may be repeated. */
  readonly texts: readonly string[];
}

/** Whether an expression has no side effects and runs no other code. */
export function isInert(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
    case 'this':
    case 'variable-value':
    case 'field':
    case 'closure':
      return true;
    default:
      return readNumber(expression) !== undefined;
  }
}

/** Longer string literals are assigned to temporaries. */
const longestRepeatedString = 24;

/**
 * Whether an expression's text may be repeated, and evaluated after the expressions behind it.
 *
 * @param isLast whether all expressions behind it are inert
 */
function isRepeatable(
  ctx: FunctionContext,
  expression: Expression,
  isLast: boolean,
  text: string,
): boolean {
  if (ctx.isReplaced(expression)) return true;
  switch (expression.kind) {
    case 'literal':
      return (
        typeof expression.value !== 'string' || expression.value.length <= longestRepeatedString
      );
    case 'this':
      return true;
    case 'variable-value':
      if (!ctx.isOwn(expression.variable) || text.includes('.')) return false;
      return !expression.variable.assigned || isLast;
    default:
      return readNumber(expression) !== undefined;
  }
}

/** Emits expressions in order, such that the resulting texts may be repeated. */
export function emitOperands(ctx: FunctionContext, expressions: readonly Expression[]): Operands {
  let setup = '';
  const texts: string[] = [];
  const lastActive = expressions.findLastIndex((expression) => !isInert(expression));
  for (const expression of expressions) {
    let text = emitValue(ctx, expression);
    if (!isRepeatable(ctx, expression, texts.length >= lastActive, text)) {
      const temporary = ctx.takeTemporary();
      setup += `${temporary}=${text},`;
      text = temporary;
    }
    texts.push(text);
  }
  return { setup, texts };
}

/** Whether a repeatable text is a literal number, string or boolean. */
export function isPrimitiveText(text: string): boolean {
  return /^(?:[\d"]|\(-\d|true$|false$)/.test(text);
}

/**
 * Emits a call of a method of a primitive. Constants hold the methods of numbers and strings, so
 * that the engine knows the method and can inline it.
 */
function emitPrimitiveCall(module: ModuleContext, selector: string, all: string): string {
  const call = (methods: string) => `${methods}.${selector}.call(${all})`;
  const ofNumber = `typeof $0==='number'?${call(module.use('$ofNumber'))}`;
  const ofText = `typeof $0==='string'?${call(module.use('$ofText'))}`;
  return `${ofNumber}:${ofText}:${call(`${module.use('$methods')}($0)`)}`;
}

function emitNumbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `$${index}`);
}

/** The name of the module's function that calls a method of a primitive. */
function namePrimitiveCall(module: ModuleContext, selector: string, count: number): string {
  return module.hoist(selector, () => {
    const all = emitNumbered(count + 1).join(',');
    return `(${all})=>${emitPrimitiveCall(module, selector, all)}`;
  });
}

/** The name of the module's function that calls a method of any value, its first argument. */
export function nameAnyCall(module: ModuleContext, signature: string, count: number): string {
  return module.hoist(signature, () => {
    const selector = selectorOf(signature);
    const [receiver = '', ...values] = emitNumbered(count + 1);
    const all = [receiver, ...values].join(',');
    const onPrimitive =
      signature === '+(_)'
        ? `${module.use('$add')}(${all})`
        : emitPrimitiveCall(module, selector, all);
    return `(${all})=>typeof $0==='object'?$0.${selector}(${values.join(',')}):${onPrimitive}`;
  });
}

/** Emits a call of a method of any value; all texts may be repeated. */
export function emitDispatch(
  ctx: FunctionContext,
  receiver: string,
  selector: string,
  values: readonly string[],
  line: number,
): string {
  const mark = markLine(line);
  const all = values.join(',');
  const primitiveCall = namePrimitiveCall(ctx.module, selector, values.length);
  const onPrimitive = `${primitiveCall}(${receiver}${all === '' ? '' : ','}${all})`;
  if (isPrimitiveText(receiver)) return `(${mark}${onPrimitive})`;
  const isObject = ctx.module.options.receivers.areFew(selector)
    ? `${receiver}.${selector}!==void 0`
    : `typeof ${receiver}==='object'`;
  return `(${isObject}?${receiver}${mark}.${selector}(${all}):${onPrimitive})`;
}

/** Emits `call(…)`, which runs the code of a function value directly. */
function emitFunctionCall(ctx: FunctionContext, call: CallExpression): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', ...values] = texts;
  if (isPrimitiveText(receiver)) return emitMethodCall(ctx, call);
  const code = `${receiver}${markLine(call.line)}.code(${values.join(',')})`;
  const other = `${nameAnyCall(ctx.module, call.signature, values.length)}(${texts.join(',')})`;
  const isFunction = `${receiver}.code!==void 0&&${receiver}.arity<=${values.length}`;
  return `(${setup}${isFunction}?${code}:${other})`;
}

function emitMethodCall(ctx: FunctionContext, call: CallExpression): string {
  const selector = selectorOf(call.signature);
  if (ctx.module.isObject(call.receiver)) {
    const receiver = emitValue(ctx, call.receiver);
    const values = call.arguments.map((argument) => emitValue(ctx, argument));
    return `${receiver}${markLine(call.line)}.${selector}(${values.join(',')})`;
  }
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', ...values] = texts;
  const text = emitDispatch(ctx, receiver, selector, values, call.line);
  return setup === '' ? text : `(${setup}${text})`;
}

/** Emits any call with little text. JavaScript evaluates the operands in Wren's order. */
function emitCompactCall(ctx: FunctionContext, call: CallExpression): string {
  const texts = [call.receiver, ...call.arguments].map((operand) => emitValue(ctx, operand));
  const method = nameAnyCall(ctx.module, call.signature, call.arguments.length);
  return `(${markLine(call.line)}${method}(${texts.join(',')}))`;
}

/** Emits any call, including operators, getters, setters and subscripts. */
export function emitCall(ctx: FunctionContext, call: CallExpression): string {
  if (ctx.isCompact) return emitCompactCall(ctx, call);
  const operator = emitOperator(ctx, call);
  if (operator !== undefined) return operator;
  if (call.signature === '[_]') return emitSubscript(ctx, call);
  if (call.signature === '[_]=(_)') return emitSubscriptSetter(ctx, call);
  if (call.signature === 'add(_)') return emitAddition(ctx, call);
  if (call.signature.startsWith('call(')) return emitFunctionCall(ctx, call);
  return emitMethodCall(ctx, call);
}

/** Emits a call of the superclass's method, or of its initializer in a constructor. */
export function emitSuperCall(ctx: FunctionContext, call: SuperCallExpression): string {
  const methods = call.isStatic
    ? ctx.module.use('$classMethods')
    : ctx.nameSuperMethods(call.classId);
  const signature = call.isInitializer ? `init ${call.signature}` : call.signature;
  const values = call.arguments.map((argument) => emitValue(ctx, argument));
  const all = [ctx.self, ...values].join(',');
  return `${methods}${markLine(call.line)}.${selectorOf(signature)}.call(${all})`;
}
