/** Emits functions: the bodies of methods, initializers, blocks and of the module itself. */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { emitCaptureParameters, FunctionContext, type ModuleContext } from './context.js';
import { emitPush } from './emit-resumable.js';
import { emitStatement } from './emit-statement.js';
import { nameVariable, selfParameter } from './names.js';

/** Emits the parameters of a function: `a$1,b$2`. */
export function emitParameters(node: FunctionNode): string {
  return node.parameters.map(nameVariable).join(',');
}

/** Emits the body of a function in direct form: `{…}`, with texts around the statements. */
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

/**
 * Emits a function value. Its code is an arrow function, which shares `this` with its surroundings.
 */
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

/** Emits the class of a hoisted block, which has its captures in fields. */
function emitClosureClass(module: ModuleContext, node: FunctionNode): string {
  const { suspension } = module.options;
  const captures = emitCaptureParameters(module.plan, module.plan.captures.ofFunction(node));
  // Without declarations, assignments would search the prototypes for setters, up to a slow Proxy.
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
