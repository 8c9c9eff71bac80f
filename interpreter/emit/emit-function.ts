/** Functions: the bodies of methods, initializers, blocks and of the module itself. */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { FunctionContext, type ModuleContext } from './context.js';
import { emitStatements } from './emit-statement.js';
import { nameVariable } from './names.js';

/** `(a$1,b$2)`: a function's parameters, in parentheses. */
export function emitParameters(node: FunctionNode): string {
  return `(${node.parameters.map(nameVariable).join(',')})`;
}

/** `{…}`: a function's statements, with a return at the end. */
export function emitBody(module: ModuleContext, node: FunctionNode): string {
  const ctx = new FunctionContext(module, node);
  const statements = emitStatements(ctx, node.body);
  const isReturning = node.body.at(-1)?.kind === 'return';
  return ctx.wrapBody(isReturning ? statements : `${statements}return ${ctx.implicitResult};`);
}

/** A function value: its code is an arrow function, which shares `this` with the code around. */
export function emitClosure(ctx: FunctionContext, node: FunctionNode): string {
  const code = `${emitParameters(node)}=>${emitBody(ctx.module, node)}`;
  return `new ${ctx.module.use('$Fn')}(${node.parameters.length},${code})`;
}
