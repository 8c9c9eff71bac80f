/**
 * Emits class statements. A Wren class becomes two JavaScript classes, made after the runtime has
 * checked the superclass: one with the fields and methods of instances, one with the static
 * methods.
 *
 *     m$A=$K7=($D=$class($K7,"A",m$B,1,false))===void 0?$K7:$D.finish(
 *       ($S7=$D.base.prototype,$I7=class extends $D.base{f$x$3_7=$null;foo$1(a$2){…}…}),
 *       class extends $D.meta{new$0(){return new $I7().$init$new$0();}});
 *
 * A class of the top level is kept (`$K7`) from one run of the module to the next, so that the
 * engine's inline caches for its objects stay valid. The class expressions are inline, because the
 * engine would parse them twice in functions of their own.
 */

import { findUnseenFields } from '../analyze/unseen-fields.js';
import { listClassMethods } from '../resolve/node-facts.js';
import type {
  Attribute,
  ClassStatement,
  FunctionNode,
  MethodNode,
} from '../resolve/resolved-ast.js';
import type { ClassDraft } from '../runtime/class.js';
import { selectorOf } from '../runtime/selector.js';
import { emitCaptureParameters, type FunctionContext, type ModuleContext } from './context.js';
import { emitValue } from './emit-expression.js';
import { emitBody, emitParameters } from './emit-function.js';
import { emitPush, emitPushNameless } from './emit-resumable.js';
import { functionEndMark, markFunctionStart, markLine } from './layout.js';
import {
  classDraft,
  nameField,
  nameInstanceConstructor,
  nameKeptClass,
  nameSuperMethods,
  nameVariable,
  quote,
  selfParameter,
} from './names.js';

/** Emits a class statement. */
export function emitClassStatement(ctx: FunctionContext, statement: ClassStatement): string {
  const { variable, staticFields } = statement;
  const nil = ctx.module.use('$null');
  const isGlobal = variable.kind === 'module-variable';
  if (isGlobal) for (const field of staticFields) ctx.module.resetNames.push(nameVariable(field));
  const statics = isGlobal ? [] : staticFields.map((field) => ctx.emitDefinition(field, nil));
  return `${statics.join('')}${emitClassDefinition(ctx, statement)}${emitExtras(ctx, statement)}`;
}

function emitClassDefinition(ctx: FunctionContext, statement: ClassStatement): string {
  const { module } = ctx;
  const { variable, superclass, line } = statement;
  const parent = superclass === undefined ? module.use('$Object') : emitValue(ctx, superclass);
  if (!module.plan.isHoisted(statement)) {
    const made = emitCreation(module, statement, parent);
    const definition = ctx.emitDefinition(variable, made);
    if (variable.kind === 'module-variable') {
      keepNames(module, statement);
      return definition;
    }
    return `let ${ownNames(statement).join(',')};${definition}`;
  }
  const maker = module.hoist(statement, () => emitClassMaker(module, statement));
  const captures = ctx.emitCaptures(module.plan.captures.ofClass(statement));
  const made = `(${markLine(line)}${maker}(${[parent, ...captures].join(',')}))`;
  if (!ctx.isBoxed(variable)) return ctx.emitDefinition(variable, made);
  // The box must exist before the class is made, since methods capture it.
  return `${ctx.emitDefinition(variable, module.use('$null'))}${ctx.nameVariable(variable)}=${made};`;
}

/** Names that the class's own methods use. */
function ownNames({ id }: ClassStatement): string[] {
  return [nameInstanceConstructor(id), nameSuperMethods(id)];
}

function keepNames(module: ModuleContext, statement: ClassStatement): void {
  module.keptNames.push(nameKeptClass(statement.id));
  for (const name of ownNames(statement)) module.keptNames.push(name);
}

/** Emits a function that makes the class from its superclass and the captures of its methods. */
function emitClassMaker(module: ModuleContext, statement: ClassStatement): string {
  const creation = emitCreation(module, statement, '$P');
  if (statement.variable.kind === 'module-variable') {
    keepNames(module, statement);
    return `($P)=>${creation}`;
  }
  const captures = emitCaptureParameters(module.plan, module.plan.captures.ofClass(statement));
  const names = ownNames(statement).join(',');
  return `(${['$P', ...captures].join(',')})=>{let ${names};return ${creation};}`;
}

function emitCreation(module: ModuleContext, statement: ClassStatement, parent: string): string {
  const { id, name, variable, foreign, fields, line } = statement;
  const kept = variable.kind === 'module-variable' ? nameKeptClass(id) : undefined;
  const heading = [kept ?? 'void 0', quote(name), parent, fields.length, foreign].join(',');
  const draft = `(${classDraft}=${markLine(line)}${module.use('$class')}(${heading}))`;
  const base = `${classDraft}.base`;
  const body = emitInstance(module, statement);
  const instance = `(${nameSuperMethods(id)}=${base}.prototype,${nameInstanceConstructor(id)}=${body})`;
  const made = `.finish(${instance},${emitMeta(module, statement)})`;
  if (kept === undefined) return `${draft}${made}`;
  return `(${kept}=${draft}===void 0?${kept}:${classDraft}${made})`;
}

/**
 * Emits fields with their initial values. Constructors of subclasses need not call those of this
 * class, so in instances of subclasses all fields start as null.
 */
function emitFields(module: ModuleContext, statement: ClassStatement): string[] {
  const { id, fields } = statement;
  const nil = module.use('$null');
  const unseen = findUnseenFields(statement);
  const zero = `this.constructor===${nameInstanceConstructor(id)}?0:${nil}`;
  return fields.map((field) => {
    const name = nameField(module.options.moduleId, id, field);
    return `${name}=${unseen.has(field) ? zero : nil};`;
  });
}

function emitInstance(module: ModuleContext, statement: ClassStatement): string {
  const { methods } = statement;
  const texts = emitFields(module, statement);
  const resumable: string[] = [];
  for (const { type, signature, function: node } of methods) {
    if (type === 'static' || node === undefined) continue;
    const selector = selectorOf(type === 'constructor' ? `init ${signature}` : signature);
    texts.push(emitMethod(module, selector, node));
    for (const text of emitResumable(module, selector, node)) resumable.push(text);
  }
  return emitClassBody(module, 'base', texts, resumable);
}

function emitMeta(module: ModuleContext, { id, methods }: ClassStatement): string {
  const texts: string[] = [];
  const resumable: string[] = [];
  for (const { type, signature, function: node, line } of listClassMethods(methods)) {
    if (node === undefined) continue;
    const selector = selectorOf(signature);
    if (type === 'static') {
      texts.push(emitMethod(module, selector, node));
      for (const text of emitResumable(module, selector, node)) resumable.push(text);
    } else {
      const made = { signature, node, line, classId: id };
      texts.push(emitConstructor(module, made));
      for (const text of emitResumableConstructor(module, made)) resumable.push(text);
    }
  }
  return emitClassBody(module, 'meta', texts, resumable);
}

function emitClassBody(
  module: ModuleContext,
  parent: keyof ClassDraft,
  texts: readonly string[],
  resumable: readonly string[],
): string {
  const body = `class extends ${classDraft}.${parent}{${texts.join('')}}`;
  if (resumable.length === 0) return body;
  return `${module.use('$resumable')}(${[body, ...resumable].join(',')})`;
}

function emitMethod(module: ModuleContext, selector: string, node: FunctionNode): string {
  return `${selector}(${emitParameters(node)})${emitBody(module, node, 'this')}`;
}

/** A method's selector and its resumable form, whose first parameter is the receiver. */
function emitResumable(module: ModuleContext, selector: string, node: FunctionNode): string[] {
  if (!module.options.suspension.needsResumable(node)) return [];
  const parameters = [selfParameter, ...node.parameters.map(nameVariable)].join(',');
  return [quote(selector), `(${parameters})=>${emitPush(module, node)}`];
}

/** The static method of a constructor, which makes the object. It has no name in traces. */
interface Constructor {
  readonly signature: string;
  /** The initializer. */
  readonly node: FunctionNode;
  /** The last line of the constructor, which traces show. */
  readonly line: number;
  readonly classId: number;
}

function emitConstructor(module: ModuleContext, made: Constructor): string {
  const { signature, node, line, classId } = made;
  const parameters = emitParameters(node);
  const initializer = selectorOf(`init ${signature}`);
  const call = `new ${nameInstanceConstructor(classId)}().${initializer}(${parameters})`;
  const start = `${markFunctionStart(module.addLabel(''))}${markLine(line)}`;
  return `${selectorOf(signature)}(${parameters}){${start}return ${call};${functionEndMark}}`;
}

function emitResumableConstructor(module: ModuleContext, made: Constructor): string[] {
  const { signature, node, line, classId } = made;
  if (!module.options.suspension.needsResumable(node)) return [];
  const parameters = [selfParameter, ...node.parameters.map(nameVariable)].join(',');
  const object = `${selfParameter}=new ${nameInstanceConstructor(classId)}()`;
  const steps = [object, emitPushNameless(module, node, line), emitPush(module, node)];
  return [quote(selectorOf(signature)), `(${parameters})=>(${steps.join(',')})`];
}

/** Emits the statements after the definition of a class. */
function emitExtras(ctx: FunctionContext, statement: ClassStatement): string {
  return emitForeignMethods(ctx, statement) + emitAttributes(ctx, statement);
}

function emitForeignMethods(ctx: FunctionContext, { methods, variable }: ClassStatement): string {
  const bindings = methods.map(({ foreign, signature, type, line }) => {
    if (!foreign) return '';
    const values = [ctx.nameVariable(variable), quote(signature), type === 'static'];
    return `${markLine(line)}${ctx.module.use('$foreign')}(${values.join(',')});`;
  });
  return bindings.join('');
}

function emitAttributes(ctx: FunctionContext, statement: ClassStatement): string {
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

/** Key of a method in its class's attributes. */
function describeMethod({ type, foreign, signature }: MethodNode): string {
  const prefix = foreign ? 'foreign ' : '';
  if (type === 'constructor') return `${prefix}init ${signature}`;
  return type === 'static' ? `${prefix}static ${signature}` : `${prefix}${signature}`;
}
