/**
 * Class statements. A Wren class becomes two JavaScript classes, which the runtime asks for when
 * it has judged the superclass: instances' fields and methods, and the static methods.
 *
 *     m$A=$K7=$class($K7,"A",m$B,
 *       $B=>($S7=$B.prototype,$I7=class extends $B{f$x$3_7=$null;foo$1(a$2){…}$init$new$0(){…}}),
 *       $B=>class extends $B{new$0(){return new $I7().$init$new$0();}},1,false);
 *
 * A class of the top level is kept (`$K7`) from one run of the module to the next, so that the
 * caches at the places that use its objects stay valid.
 */
import type { Attribute, ClassStatement, MethodNode } from '../resolve/resolved-ast.js';
import { selectorOf } from '../runtime/selector.js';
import type { FunctionContext } from './context.js';
import { emitValue } from './emit-expression.js';
import { emitBody, emitParameters } from './emit-function.js';
import { functionEndMark, markFunctionStart, markLine } from './layout.js';
import {
  nameField,
  nameInstanceConstructor,
  nameKeptClass,
  nameSuperMethods,
  nameVariable,
  quote,
} from './names.js';

export function emitClassStatement(ctx: FunctionContext, statement: ClassStatement): string {
  const { id, variable, staticFields } = statement;
  const names = [nameInstanceConstructor(id), nameSuperMethods(id)];
  const statics = staticFields.map(nameVariable);
  if (variable.kind === 'module-variable') {
    const kept = nameKeptClass(id);
    ctx.module.keptNames.push(kept, ...names);
    ctx.module.resetNames.push(...statics);
    const made = `${kept}=${emitCreation(ctx, statement, kept)}`;
    return `${ctx.emitDefinition(variable, made)}${emitExtras(ctx, statement)}`;
  }
  const nil = ctx.module.use('$null');
  const declared = [...names, ...statics.map((name) => `${name}=${nil}`)].join(',');
  const definition = ctx.emitDefinition(variable, emitCreation(ctx, statement, 'undefined'));
  return `let ${declared};${definition}${emitExtras(ctx, statement)}`;
}

function emitCreation(ctx: FunctionContext, statement: ClassStatement, kept: string): string {
  const { id, name, superclass, foreign, fields, line } = statement;
  const parent = superclass === undefined ? ctx.module.use('$Object') : emitValue(ctx, superclass);
  const parts = [
    kept,
    quote(name),
    parent,
    `$B=>(${nameSuperMethods(id)}=$B.prototype,${nameInstanceConstructor(id)}=${emitInstance(ctx, statement)})`,
    `$B=>${emitMeta(ctx, statement)}`,
    String(fields.length),
    String(foreign),
    emitForeignMethods(statement),
  ];
  return `(${markLine(line)}${ctx.module.use('$class')}(${parts.join(',')}))`;
}

function emitInstance(ctx: FunctionContext, { id, fields, methods }: ClassStatement): string {
  const nil = ctx.module.use('$null');
  const fieldTexts = fields.map(
    (field) => `${nameField(ctx.module.options.moduleId, id, field)}=${nil};`,
  );
  const methodTexts = methods.map((method) => {
    if (method.type === 'static') return '';
    const prefix = method.type === 'constructor' ? 'init ' : '';
    return emitMethod(ctx, method, `${prefix}${method.signature}`);
  });
  return `class extends $B{${fieldTexts.join('')}${methodTexts.join('')}}`;
}

function emitMeta(ctx: FunctionContext, { id, methods }: ClassStatement): string {
  const texts = methods.map((method) => {
    if (method.type === 'instance') return '';
    if (method.type === 'static') return emitMethod(ctx, method, method.signature);
    return emitConstructor(method, id);
  });
  return `class extends $B{${texts.join('')}}`;
}

function emitMethod(ctx: FunctionContext, method: MethodNode, signature: string): string {
  const node = method.function;
  if (node === undefined) return '';
  return `${selectorOf(signature)}${emitParameters(node)}${emitBody(ctx.module, node)}`;
}

/** What a constructor's caller calls; it is nobody's Wren function, so traces pass over it. */
function emitConstructor(method: MethodNode, classId: number): string {
  const node = method.function;
  if (node === undefined) return '';
  const parameters = emitParameters(node);
  const initializer = selectorOf(`init ${method.signature}`);
  const call = `new ${nameInstanceConstructor(classId)}().${initializer}${parameters}`;
  const body = `{${markFunctionStart(-1)}return ${call};${functionEndMark}}`;
  return `${selectorOf(method.signature)}${parameters}${body}`;
}

function emitForeignMethods({ methods }: ClassStatement): string {
  const entries = methods
    .filter((method) => method.foreign)
    .map((method) => `[${quote(method.signature)},${method.type === 'static'}]`);
  return `[${entries.join(',')}]`;
}

/** What is done to a class once it is there. */
function emitExtras(ctx: FunctionContext, statement: ClassStatement): string {
  const { attributes, methods, variable } = statement;
  const described = methods.filter((method) => method.attributes !== undefined);
  if (attributes === undefined && described.length === 0) return '';
  const byMethod = new Map(
    described.map((method): [string, readonly Attribute[]] => [
      describeMethod(method),
      method.attributes ?? [],
    ]),
  );
  const index = ctx.module.attributes.push({ self: attributes ?? [], methods: byMethod }) - 1;
  return `${ctx.module.use('$attributes')}(${ctx.nameVariable(variable)},${index});`;
}

/** How a method is called in its class's attributes. */
function describeMethod({ type, foreign, signature }: MethodNode): string {
  const prefix = foreign ? 'foreign ' : '';
  if (type === 'constructor') return `${prefix}init ${signature}`;
  return type === 'static' ? `${prefix}static ${signature}` : `${prefix}${signature}`;
}
