/**
 * Emits a module as the text of a JavaScript function which the runtime calls once for each
 * instance of the module:
 *
 *     (function($r){"use strict";const $null=$r.$null;…
 *     var m$System=$r.variables[0],…,m$a=$null,…;
 *     const body=(function(){…});
 *     return {body,resumable:…,get(i){…},set(i,v){…},reset(){…}};})
 *
 * The text refers to nothing else: no global name of JavaScript is free in it. The parentheses
 * around the body tell the engine to compile it at once instead of reading it twice.
 */
import type { ModuleVariable, ResolvedModule } from '../resolve/resolved-ast.js';
import type { Value } from '../runtime/values.js';
import {
  type ActivationTable,
  type ClassAttributes,
  type EmitOptions,
  ModuleContext,
} from './context.js';
import { emitBody } from './emit-function.js';
import { emitPush } from './emit-resumable.js';
import { type Layout, layOut } from './layout.js';
import { classDraft, nameBodyVariable, nameVariable, selfParameter } from './names.js';

/** A module as JavaScript, with what is needed to run it and to read its stack traces. */
export interface EmittedModule extends Layout {
  /** What stack traces call the functions, by the indices in `functions`. */
  readonly labels: readonly string[];
  readonly activations: readonly ActivationTable[];
  readonly attributes: readonly ClassAttributes[];
  /** The names of all variables, in the order in which `get` numbers them. */
  readonly variables: readonly string[];
  /** How many of them, at the front, are core and host classes. */
  readonly implicitCount: number;
}

/** What the emitted function returns. */
export interface ModuleCode {
  /** Runs the module from its first line; what the top-level `return` gives. */
  body(): Value;
  /** Puts the module's body on top of the running fiber; undefined if it is never suspended. */
  readonly resumable: (() => Value) | undefined;
  /** The current value of a variable. */
  get(index: number): Value;
  set(index: number, value: Value): void;
  /** Makes all variables what they are before the first line. */
  reset(): void;
}

export function emitModule(module: ResolvedModule, options: EmitOptions): EmittedModule {
  const ctx = new ModuleContext(module, options);
  const { body } = module;
  const around = emitBodyVariables([...ctx.bodyVariables], ctx.use('$null'));
  const direct = `const body=(function()${emitBody(ctx, body, selfParameter, around)});`;
  const resumable = options.suspension.needsResumable(body)
    ? `()=>${emitPush(ctx, body)}`
    : 'void 0';
  const implicit = module.implicitVariables.filter(({ name }) => !options.outer.has(name));
  const all = [...implicit, ...module.variables];
  const reset = emitReset(ctx, module.variables, implicit);
  const members = `body,resumable:${resumable},${emitGet(all)},${emitSet(all)},${reset}`;
  const code = `${emitHead(ctx, module.variables, implicit)}${direct}return {${members}};`;
  return {
    ...layOut(`(function($r){"use strict";${code}})`),
    labels: ctx.labels,
    activations: ctx.activations,
    attributes: ctx.attributes,
    variables: all.map(({ name }) => name),
    implicitCount: implicit.length,
  };
}

/** What stands before and behind the body's statements; the values are kept however it ends. */
function emitBodyVariables(
  variables: readonly ModuleVariable[],
  nil: string,
): readonly [before: string, behind: string] {
  if (variables.length === 0) return ['', ''];
  const declared = variables.map((each) => `${nameBodyVariable(each)}=${nil}`).join(',');
  const kept = variables.map((each) => `${nameVariable(each)}=${nameBodyVariable(each)};`).join('');
  return [`let ${declared};try{`, `}finally{${kept}}`];
}

/** What comes before the body; made last, when it is known what is needed. */
function emitHead(
  ctx: ModuleContext,
  variables: readonly ModuleVariable[],
  implicit: readonly ModuleVariable[],
): string {
  const nil = ctx.use('$null');
  const intrinsics = ctx.usedIntrinsics.map((name) => `const ${name}=$r.${name};`);
  const given = implicit.map(
    (variable, index) => `${nameVariable(variable)}=$r.variables[${index}]`,
  );
  const own = [...variables.map(nameVariable), ...ctx.resetNames].map((name) => `${name}=${nil}`);
  const declared = [...given, ...own, ...ctx.keptNames, '$n=0', classDraft].join(',');
  return [...intrinsics, `var ${declared};`, ...ctx.hoisted].join('');
}

function emitGet(variables: readonly ModuleVariable[]): string {
  const cases = variables.map((each, index) => `case ${index}:return ${nameVariable(each)};`);
  return `get(i){switch(i){${cases.join('')}}}`;
}

function emitSet(variables: readonly ModuleVariable[]): string {
  const cases = variables.map((each, index) => `case ${index}:${nameVariable(each)}=v;break;`);
  return `set(i,v){switch(i){${cases.join('')}}}`;
}

function emitReset(
  ctx: ModuleContext,
  variables: readonly ModuleVariable[],
  implicit: readonly ModuleVariable[],
): string {
  const nil = ctx.use('$null');
  const own = [...variables.map(nameVariable), ...ctx.resetNames].map((name) => `${name}=${nil};`);
  const given = implicit.map(
    (variable, index) => `${nameVariable(variable)}=$r.variables[${index}];`,
  );
  return `reset(){${[...own, ...given].join('')}}`;
}
