/**
 * Emits subscripts with one index and additions to lists, inline for lists. `items` is undefined for values that are not
 * lists; an element is undefined for an invalid index, which the list's own method then handles.
 */
import { readNumber } from '../resolve/node-facts.js';
import type { CallExpression, Expression } from '../resolve/resolved-ast.js';
import { addedUncharged } from '../runtime/list-growth.js';
import { selectorOf } from '../runtime/selector.js';
import type { FunctionContext } from './context.js';
import { emitDispatch, emitOperands, isPrimitiveText } from './emit-call.js';
import { emitValue } from './emit-expression.js';
import { markLine } from './layout.js';

/** `text.bytes` or `text.codePoints`, a sequence of the numbers in a string. */
export interface TextView {
  readonly source: Expression;
  readonly call: CallExpression;
  /** The intrinsic that reads a number at an index. */
  readonly read: '$byte' | '$codePoint';
}

/**
 * The parts of an expression that is a view of a text, if its receiver is a string, whose `bytes`
 * and `codePoints` no program can replace; undefined for other expressions.
 */
export function viewOf(ctx: FunctionContext, expression: Expression): TextView | undefined {
  if (expression.kind !== 'call' || ctx.isReplaced(expression)) return undefined;
  const { signature, receiver: source } = expression;
  if (signature === 'bytes') return { source, call: expression, read: '$byte' };
  if (signature === 'codePoints') return { source, call: expression, read: '$codePoint' };
  return undefined;
}

/** Emits the evaluation of a view, without making its object for a string. */
export function emitViewSource(
  ctx: FunctionContext,
  { source, call }: TextView,
): { readonly setup: string; readonly text: string } {
  const { setup, texts } = emitOperands(ctx, [source]);
  const [receiver = ''] = texts;
  const text = ctx.takeTemporary();
  const sequence = ctx.takeTemporary();
  const other = emitDispatch(ctx, receiver, selectorOf(call.signature), [], call.line);
  ctx.replace(call, sequence);
  const choice = `${text}=typeof ${receiver}==='string'?${receiver}:void 0,`;
  return { setup: `${setup}${choice}${sequence}=${text}===void 0?${other}:${receiver},`, text };
}

/** Whether the subscript is a literal that cannot be an index: `map["key"]`. */
function hasKey({ arguments: [position] }: CallExpression): boolean {
  return position?.kind === 'literal' && typeof position.value !== 'number';
}

/** Emits `sequence[index]`. */
export function emitSubscript(ctx: FunctionContext, call: CallExpression): string {
  const [position] = call.arguments;
  const view = viewOf(ctx, call.receiver);
  if (view === undefined || position === undefined) return emitElement(ctx, call);
  const { setup, text } = emitViewSource(ctx, view);
  const index = ctx.takeTemporary();
  const given = `${index}=${emitValue(ctx, position)},`;
  ctx.replace(position, index);
  const read = `${markLine(call.line)}${ctx.module.use(view.read)}(${text},${index})`;
  return `(${setup}${given}${text}!==void 0?${read}:${emitElement(ctx, call)})`;
}

function emitElement(ctx: FunctionContext, call: CallExpression): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', index = ''] = texts;
  const other = emitDispatch(ctx, receiver, '$get$1', [index], call.line);
  const [position] = call.arguments;
  if (position === undefined || isPrimitiveText(receiver) || hasKey(call)) {
    return `(${setup}${other})`;
  }
  const found = ctx.takeTemporary();
  const number = ctx.module.isNumber(position) ? '' : `typeof ${index}==='number'&&`;
  const isIndex = (readNumber(position) ?? -1) >= 0 ? '' : `${number}${index}>=0&&`;
  const element = `(${found}=${receiver}.items)!==void 0&&(${found}=${found}[${index}])!==void 0`;
  // The test for a string comes last: as the first one it takes a tenth of the time of nested
  // lists.
  const read = `${markLine(call.line)}${ctx.module.use('$character')}(${receiver},${index})`;
  const onOther = `${number}typeof ${receiver}==='string'?${read}:${other}`;
  return `(${setup}${isIndex}${element}?${found}:${onOther})`;
}

/** Emits `list[index] = value`. */
export function emitSubscriptSetter(ctx: FunctionContext, call: CallExpression): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', index = '', value = ''] = texts;
  const other = emitDispatch(ctx, receiver, '$put$1', [index, value], call.line);
  if (isPrimitiveText(receiver) || hasKey(call)) return `(${setup}${other})`;
  const items = ctx.takeTemporary();
  const [position] = call.arguments;
  const isNumber = position !== undefined && ctx.module.isNumber(position);
  // Indexes of lists have at most 31 bits.
  const isWhole = `(${index}|0)===${index}&&${index}>=0`;
  const isIndex = isNumber ? isWhole : `typeof ${index}==='number'&&${isWhole}`;
  const isElement = `(${items}=${receiver}.items)!==void 0&&${index}<${items}.length`;
  return `(${setup}${isIndex}&&${isElement}?${items}[${index}]=${value}:${other})`;
}

/**
 * Emits `list.add(value)`. The library's method adds to lists of numbers and to lists of objects, and
 * the engine inlines `push` only where it meets one kind of list.
 */
export function emitAddition(ctx: FunctionContext, call: CallExpression): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', value = ''] = texts;
  const other = emitDispatch(ctx, receiver, 'add$1', [value], call.line);
  if (isPrimitiveText(receiver)) return `(${setup}${other})`;
  const items = ctx.takeTemporary();
  const growth = `${markLine(call.line)}${ctx.module.use('$growth')}(${items})`;
  const added = `((${items}.push(${value})&${addedUncharged})===0&&${growth},${value})`;
  return `(${setup}(${items}=${receiver}.items)!==void 0?${added}:${other})`;
}
