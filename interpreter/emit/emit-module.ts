/**
 * Emits a module as the text of a JavaScript function, which the runtime calls once for each
 * instance of the module:
 *
 *     (function($r){"use strict";const $null=$r.$null;…
 *     var m$System=$r.variables[0],…,m$a=$null,…;
 *     const body=(function(){…});
 *     return {body,resumable:…,get(i){…},set(i,v){…},reset(){…}};})
 *
 * The text has no free names, not even JavaScript's globals. The parentheses around the body make
 * the engine compile it immediately instead of parsing it twice.
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

/** A module as JavaScript, with the data to run it and to read its stack traces. */
export interface EmittedModule extends Layout {
  /** Labels of the functions in stack traces, by the indices in `functions`. */
  readonly labels: readonly string[];
  /** Resumable forms, by their `place`. */
  readonly activations: readonly ActivationTable[];
  /** Attributes of classes, by the index that generated code passes to `$attributes`. */
  readonly attributes: readonly ClassAttributes[];
  /** Names of all variables, by the indices of `get` and `set`. */
  readonly variables: readonly string[];
  /** Number of core and host classes among the variables; they come first. */
  readonly implicitCount: number;
}

/** The result of the emitted function: an instance of the module. */
export interface ModuleCode {
  /** Runs the module from its first line; returns the value of its top-level `return`. */
  body(): Value;
  /** Starts the body in resumable form; undefined if it is never suspended. */
  readonly resumable: (() => Value) | undefined;
  /** The current value of a variable. */
  get(index: number): Value;
  /** Assigns to a variable. */
  set(index: number, value: Value): void;
  /** Resets all variables to their values before the first line. */
  reset(): void;
}

/** Emits a module. */
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

/**
 * Emits the texts around the body's statements, which store the variables however the body ends.
 */
function emitBodyVariables(
  variables: readonly ModuleVariable[],
  nil: string,
): readonly [before: string, behind: string] {
  if (variables.length === 0) return ['', ''];
  const declared = variables.map((each) => `${nameBodyVariable(each)}=${nil}`).join(',');
  const kept = variables.map((each) => `${nameVariable(each)}=${nameBodyVariable(each)};`).join('');
  return [`let ${declared};try{`, `}finally{${kept}}`];
}

/** Emits the declarations of the module. Called last, when all names in use are known. */
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
