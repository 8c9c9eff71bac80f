/**
 * Calls. An object's method is a property under the method's selector, so that a call is
 * `object.selector(…)` and V8 caches it at its place. A receiver that may be a JavaScript
 * primitive is asked for its type first:
 *
 *     (typeof a$1==='object'?a$1.foo$1(b$2):$h0(a$1,b$2))
 *     const $h0=($0,$1)=>typeof $0==='number'?$ofNumber.foo$1.call($0,$1):…      once in the module
 *
 * Since such text repeats receiver and arguments, all that is not plain goes into temporaries
 * before it, in Wren's order of evaluation.
 */
import { readNumber } from '../resolve/node-facts.js';
import type { CallExpression, Expression, SuperCallExpression } from '../resolve/resolved-ast.js';
import { selectorOf } from '../runtime/selector.js';
import type { FunctionContext, ModuleContext } from './context.js';
import { emitValue } from './emit-expression.js';
import { emitOperator } from './emit-operator.js';
import { emitSubscript, emitSubscriptSetter } from './emit-subscript.js';
import { markLine } from './layout.js';

/** Expressions that have been evaluated, in order, and the texts that then stand for them. */
export interface Operands {
  /** Assignments, each with a comma after it. */
  readonly setup: string;
  /** Texts that may be repeated. */
  readonly texts: readonly string[];
}

/** Whether evaluating an expression neither changes anything nor runs other code. */
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

const longestRepeatedString = 24;

/** Whether an expression's text may stand several times, and after those behind it were evaluated. */
function isRepeatable(
  ctx: FunctionContext,
  expressions: readonly Expression[],
  index: number,
  text: string,
): boolean {
  const expression = expressions[index];
  if (expression === undefined || ctx.isReplaced(expression)) return true;
  switch (expression.kind) {
    case 'literal':
      return (
        typeof expression.value !== 'string' || expression.value.length <= longestRepeatedString
      );
    case 'this':
      return true;
    case 'variable-value':
      if (!ctx.isOwn(expression.variable) || text.includes('.')) return false;
      return !expression.variable.assigned || expressions.slice(index + 1).every(isInert);
    default:
      return readNumber(expression) !== undefined;
  }
}

/** Evaluates expressions in order, such that their texts may be repeated. */
export function emitOperands(ctx: FunctionContext, expressions: readonly Expression[]): Operands {
  let setup = '';
  const texts: string[] = [];
  for (const expression of expressions) {
    let text = emitValue(ctx, expression);
    if (!isRepeatable(ctx, expressions, texts.length, text)) {
      const temporary = ctx.takeTemporary();
      setup += `${temporary}=${text},`;
      text = temporary;
    }
    texts.push(text);
  }
  return { setup, texts };
}

/** Whether an expression's value is an object for certain, so that calls on it need no test. */
function isObject(ctx: FunctionContext, expression: Expression): boolean {
  switch (expression.kind) {
    case 'this':
      return ctx.isSelfObject;
    case 'variable-value':
      return ctx.module.classVariables.has(expression.variable);
    case 'list':
    case 'map':
    case 'closure':
    case 'query':
      return true;
    case 'literal':
      return expression.value === null;
    default:
      return false;
  }
}

/** Whether a repeatable text is a number, a string or a boolean as it is written, not a name. */
export function isPrimitiveText(text: string): boolean {
  return /^(?:[\d"]|\(-\d|true$|false$)/.test(text);
}

/**
 * A call of a method of a primitive. Numbers and texts have constants of their own for the objects
 * on which their methods lie: so the engine knows the method, and can put it in the place of the call.
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

/** The name of a function that calls a method of a primitive; there is one for each method. */
function namePrimitiveCall(module: ModuleContext, selector: string, count: number): string {
  return module.hoist(selector, () => {
    const all = emitNumbered(count + 1).join(',');
    return `(${all})=>${emitPrimitiveCall(module, selector, all)}`;
  });
}

/** The name of a function that calls a method of whatever its first argument is. */
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

/** A call of a method of whatever `receiver` is; all texts may be repeated. */
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
  return `(typeof ${receiver}==='object'?${receiver}${mark}.${selector}(${all}):${onPrimitive})`;
}

/** Reads the code of a function value at the call's place; other receivers get a method call. */
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
  if (isObject(ctx, call.receiver)) {
    const receiver = emitValue(ctx, call.receiver);
    const values = call.arguments.map((argument) => emitValue(ctx, argument));
    return `${receiver}${markLine(call.line)}.${selector}(${values.join(',')})`;
  }
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', ...values] = texts;
  const text = emitDispatch(ctx, receiver, selector, values, call.line);
  return setup === '' ? text : `(${setup}${text})`;
}

/** Any call, operators, getters, setters and subscripts included. */
export function emitCall(ctx: FunctionContext, call: CallExpression): string {
  const operator = emitOperator(ctx, call);
  if (operator !== undefined) return operator;
  if (call.signature === '[_]') return emitSubscript(ctx, call);
  if (call.signature === '[_]=(_)') return emitSubscriptSetter(ctx, call);
  if (call.signature.startsWith('call(')) return emitFunctionCall(ctx, call);
  return emitMethodCall(ctx, call);
}

/** A call of the superclass's method; in a constructor, of its initializer. */
export function emitSuperCall(ctx: FunctionContext, call: SuperCallExpression): string {
  const methods = call.isStatic
    ? ctx.module.use('$classMethods')
    : ctx.nameSuperMethods(call.classId);
  const signature = call.isInitializer ? `init ${call.signature}` : call.signature;
  const values = call.arguments.map((argument) => emitValue(ctx, argument));
  const all = [ctx.self, ...values].join(',');
  return `${methods}${markLine(call.line)}.${selectorOf(signature)}.call(${all})`;
}
