/**
 * Emits a module as the text of a JavaScript function which the runtime calls once for each
 * instance of the module:
 *
 *     (function($r){"use strict";const $null=$r.$null,…;
 *     const m$System=$r.variables[0];          core and host classes
 *     var m$a=$null,…;                         the module's own variables
 *     function body(){…}
 *     return {body,get(i){…},reset(){…}};})
 *
 * The text refers to nothing else: no global name of JavaScript is free in it.
 */
import type { ModuleVariable, ResolvedModule } from '../resolve/resolved-ast.js';
import type { Value } from '../runtime/values.js';
import { type ClassAttributes, type EmitOptions, ModuleContext } from './context.js';
import { emitBody } from './emit-function.js';
import { type Layout, layOut } from './layout.js';
import { nameVariable } from './names.js';

/** A module as JavaScript, with what is needed to run it and to read its stack traces. */
export interface EmittedModule extends Layout {
  /** What stack traces call the functions, by the indices in `functions`. */
  readonly labels: readonly string[];
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
  /** The current value of a variable. */
  get(index: number): Value;
  /** Makes all variables what they are before the first line. */
  reset(): void;
}

export function emitModule(module: ResolvedModule, options: EmitOptions): EmittedModule {
  const ctx = new ModuleContext(options);
  const { variables, implicitVariables } = module;
  const body = emitBody(ctx, module.body);
  const all = [...implicitVariables, ...variables];
  const tail = `return {body,${emitGet(all)},${emitReset(ctx, module)}};`;
  const text = `(function($r){"use strict";${emitHead(ctx, module)}function body()${body}${tail}})`;
  return {
    ...layOut(text),
    labels: ctx.labels,
    attributes: ctx.attributes,
    variables: all.map(({ name }) => name),
    implicitCount: implicitVariables.length,
  };
}

function emitHead(ctx: ModuleContext, module: ResolvedModule): string {
  const nil = ctx.use('$null');
  const intrinsics = ctx.usedIntrinsics.map((name) => `const ${name}=$r.${name};`);
  const implicit = module.implicitVariables.map(
    (variable, index) =>
      `${variable.assigned ? 'var' : 'const'} ${nameVariable(variable)}=$r.variables[${index}];`,
  );
  const own = [...module.variables.map(nameVariable), ...ctx.resetNames].map(
    (name) => `var ${name}=${nil};`,
  );
  const kept = ctx.keptNames.map((name) => `var ${name};`);
  return [...intrinsics, ...implicit, ...own, ...kept].join('');
}

function emitGet(variables: readonly ModuleVariable[]): string {
  const cases = variables.map(
    (variable, index) => `case ${index}:return ${nameVariable(variable)};`,
  );
  return `get(i){switch(i){${cases.join('')}}}`;
}

function emitReset(ctx: ModuleContext, module: ResolvedModule): string {
  const nil = ctx.use('$null');
  const own = [...module.variables.map(nameVariable), ...ctx.resetNames];
  const changed = module.implicitVariables.flatMap((variable, index) =>
    variable.assigned ? [`${nameVariable(variable)}=$r.variables[${index}];`] : [],
  );
  return `reset(){${own.map((name) => `${name}=${nil};`).join('')}${changed.join('')}}`;
}
