/** Functions: the bodies of methods, initializers, blocks and of the module itself. */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { emitCaptureParameters, FunctionContext, type ModuleContext } from './context.js';
import { emitPush } from './emit-frame.js';
import { emitStatement } from './emit-statement.js';
import { nameVariable, selfParameter } from './names.js';

/** `a$1,b$2`: a function's parameters. */
export function emitParameters(node: FunctionNode): string {
  return node.parameters.map(nameVariable).join(',');
}

/** `{…}`: a function's statements in direct form, with a return at the end. */
export function emitBody(module: ModuleContext, node: FunctionNode, self: string): string {
  const ctx = new FunctionContext(module, node, self);
  const boxes = node.parameters
    .filter((parameter) => ctx.isBoxed(parameter))
    .map((parameter) => `${ctx.nameHolder(parameter)}={v:${ctx.nameHolder(parameter)}};`);
  const ticking = module.options.recursion.findStatement(node);
  const statements = node.body.map((statement, index) => {
    const tick = index === ticking ? ctx.emitRecursionTick(node.line) : '';
    return `${tick}${emitStatement(ctx, statement)}`;
  });
  if (node.body.at(-1)?.kind !== 'return') statements.push(`return ${ctx.implicitResult};`);
  return ctx.wrapBody([...boxes, ...statements].join(''));
}

/** A function value: its code is an arrow function, which shares `this` with the code around. */
export function emitClosure(ctx: FunctionContext, node: FunctionNode): string {
  const { module } = ctx;
  if (module.plan.isHoisted(node)) {
    const maker = module.hoist(node, () => emitClosureMaker(module, node));
    return `${maker}(${ctx.emitCaptures(module.plan.captures.ofFunction(node)).join(',')})`;
  }
  const code = `(${emitParameters(node)})=>${emitBody(module, node, ctx.self)}`;
  return `new ${module.use('$Fn')}(${node.parameters.length},${code})`;
}

/** A function that makes the function value from what its code captures. */
function emitClosureMaker(module: ModuleContext, node: FunctionNode): string {
  const captures = emitCaptureParameters(module.plan, module.plan.captures.ofFunction(node));
  const parameters = emitParameters(node);
  const parts = [
    String(node.parameters.length),
    `(${parameters})=>${emitBody(module, node, selfParameter)}`,
  ];
  const { suspension } = module.options;
  if (suspension.needsResumable(node)) {
    parts.push(`(${parameters})=>${emitPush(module, node)}`, String(suspension.mayYield(node)));
  }
  return `(${captures.join(',')})=>new ${module.use('$Fn')}(${parts.join(',')})`;
}
