/** Functions: the bodies of methods, initializers, blocks and of the module itself. */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { emitCaptureParameters, FunctionContext, type ModuleContext } from './context.js';
import { emitPush } from './emit-resumable.js';
import { emitStatement } from './emit-statement.js';
import { nameVariable, selfParameter } from './names.js';

/** `a$1,b$2`: a function's parameters. */
export function emitParameters(node: FunctionNode): string {
  return node.parameters.map(nameVariable).join(',');
}

/** `{…}`: a function's statements in direct form, with a return at the end and what is around. */
export function emitBody(
  module: ModuleContext,
  node: FunctionNode,
  self: string,
  [before, behind]: readonly [before: string, behind: string] = ['', ''],
): string {
  const ctx = new FunctionContext(module, node, self);
  const statements = [before];
  for (const parameter of node.parameters) {
    const holder = ctx.nameHolder(parameter);
    if (ctx.isBoxed(parameter)) statements.push(`${holder}={v:${holder}};`);
  }
  const ticking = module.options.recursion.findStatement(node);
  node.body.forEach((statement, index) => {
    if (index === ticking) statements.push(ctx.emitRecursionTick(node.line));
    statements.push(emitStatement(ctx, statement));
  });
  if (node.body.at(-1)?.kind !== 'return') statements.push(`return ${ctx.implicitResult};`);
  statements.push(behind);
  return ctx.wrapBody(statements.join(''));
}

/** A function value: its code is an arrow function, which shares `this` with the code around. */
export function emitClosure(ctx: FunctionContext, node: FunctionNode): string {
  const { module } = ctx;
  if (module.plan.isHoisted(node)) {
    const closure = module.hoist(node, () => emitClosureClass(module, node));
    const captures = ctx.emitCaptures(module.plan.captures.ofFunction(node));
    return `new ${closure}(${captures.join(',')})`;
  }
  const code = `(${emitParameters(node)})=>${emitBody(module, node, ctx.self)}`;
  return `new ${module.use('$Block')}(${node.parameters.length},${code})`;
}

/** The class of a block that is emitted apart: what it captures lies in fields. */
function emitClosureClass(module: ModuleContext, node: FunctionNode): string {
  const { suspension } = module.options;
  const captures = emitCaptureParameters(module.plan, module.plan.captures.ofFunction(node));
  // An assignment alone would look for a setter on the prototypes, and end at a slow Proxy.
  const fields = captures.map((name) => `${name}=void 0;`).join('');
  const stored = captures.map((name) => `this.${name}=${name};`).join('');
  const taken = captures.map((name) => `${name}=this.${name}`).join(',');
  const prologue = taken === '' ? '' : `const ${taken};`;
  const parameters = emitParameters(node);
  const members = [
    `${fields}constructor(${captures.join(',')}){super();${stored}}`,
    `code(${parameters})${emitBody(module, node, selfParameter, [prologue, ''])}`,
  ];
  if (suspension.needsResumable(node)) {
    members.push(`resumable(${parameters}){${prologue}return ${emitPush(module, node)};}`);
  }
  const body = `class extends ${module.use('$Closure')}{${members.join('')}}`;
  const mayYield = suspension.mayYield(node);
  return `${module.use('$closure')}(${body},${node.parameters.length},${mayYield})`;
}
