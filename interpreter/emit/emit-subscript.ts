/**
 * Emits subscripts with one index, inline for lists. `items` is undefined for values that are not
 * lists; an element is undefined for an invalid index, which the list's own method then handles.
 */
import { readNumber } from '../resolve/node-facts.js';
import type { CallExpression } from '../resolve/resolved-ast.js';
import type { FunctionContext } from './context.js';
import { emitDispatch, emitOperands, isPrimitiveText } from './emit-call.js';

/** Whether the subscript is a literal that cannot be an index: `map["key"]`. */
function hasKey({ arguments: [position] }: CallExpression): boolean {
  return position?.kind === 'literal' && typeof position.value !== 'number';
}

/** Emits `list[index]`. */
export function emitSubscript(ctx: FunctionContext, call: CallExpression): string {
  const { setup, texts } = emitOperands(ctx, [call.receiver, ...call.arguments]);
  const [receiver = '', index = ''] = texts;
  const other = emitDispatch(ctx, receiver, '$get$1', [index], call.line);
  if (isPrimitiveText(receiver) || hasKey(call)) return `(${setup}${other})`;
  const found = ctx.takeTemporary();
  const [position] = call.arguments;
  const isCounted = position !== undefined && (readNumber(position) ?? -1) >= 0;
  const isNumber = position !== undefined && ctx.module.isNumber(position);
  const isIndex = isCounted
    ? ''
    : isNumber
      ? `${index}>=0&&`
      : `typeof ${index}==='number'&&${index}>=0&&`;
  const element = `(${found}=${receiver}.items)!==void 0&&(${found}=${found}[${index}])!==void 0`;
  return `(${setup}${isIndex}${element}?${found}:${other})`;
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
