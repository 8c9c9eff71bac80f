/**
 * The resumable form of a function: a class whose instances are activations of the function. A
 * driver calls `step` with the value that the activation waits for; it runs to the next call that
 * may be suspended and answers `$switch`, or to its end and answers the result.
 *
 *     class extends $Frame{constructor(a$1){super();this.a$1=a$1;this.b$2=void 0;}
 *     get place(){return 3;}
 *     step($v){const $f=this;let $p=$f.pc,$m;L:for(;;)switch($p){case 0:…
 *       $f.pc=1;if(($v=…call…)===$switch)return $switch;case 1:$f.b$2=$v;…}}}
 *
 * A function that may be suspended carries, as `resumable`, another that puts such an activation
 * on top of the running fiber and answers `$switch`; or it answers a value at once.
 */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { emitCaptureParameters, type ModuleContext } from './context.js';
import { emitFrameStatements } from './emit-resumable-statement.js';
import { functionEndMark, markFunctionStart } from './layout.js';
import { nameVariable, selfParameter } from './names.js';
import { FrameContext } from './resumable-context.js';

/** Starts an activation, where parameters and captures have their own names. */
export function emitPush(module: ModuleContext, node: FunctionNode): string {
  const frame = module.hoist(node.body, () => emitFrameClass(module, node));
  return `${module.use('$push')}(new ${frame}(${emitFrameParameters(module, node).join(',')}))`;
}

/** Starts an activation that only passes a constructor's object on, for the traces to show it. */
export function emitPushNameless(module: ModuleContext, node: FunctionNode, line: number): string {
  const frame = module.hoist(node, () => {
    const place = module.frames.push({ label: '', lines: [line] }) - 1;
    return `class extends ${module.use('$Frame')}{get place(){return ${place};}step($v){return $v;}}`;
  });
  return `${module.use('$push')}(new ${frame}())`;
}

function emitFrameParameters({ plan }: ModuleContext, node: FunctionNode): string[] {
  const captures = emitCaptureParameters(plan, plan.captures.ofFunction(node));
  return [...node.parameters.map(nameVariable), ...captures];
}

function emitFrameClass(module: ModuleContext, node: FunctionNode): string {
  const ctx = new FrameContext(module, node, `$f.${selfParameter}`);
  emitFrameStatements(ctx, node.body);
  ctx.add(`return ${ctx.implicitResult};`);
  const place =
    module.frames.push({ label: node.label, lines: [node.line, ...ctx.lines.slice(1)] }) - 1;
  const start = markFunctionStart(module.addLabel(node.label));
  const head = `const $f=this;let $p=$f.pc,$m;${ctx.emitHead()}`;
  const step = `step($v){${start}${head}L:for(;;)switch($p){${ctx.code}}${functionEndMark}}`;
  const base = module.use('$Frame');
  return `class extends ${base}{${emitConstructor(ctx)}get place(){return ${place};}${step}}`;
}

function emitConstructor(ctx: FrameContext): string {
  const { module, node } = ctx;
  const boxed = new Set(node.parameters.filter((each) => ctx.isBoxed(each)).map(nameVariable));
  const parameters = emitFrameParameters(module, node);
  const taken = parameters.map((name) => `this.${name}=${boxed.has(name) ? `{v:${name}}` : name};`);
  const fields = [...ctx.fields].map((name) => `this.${name}=void 0;`);
  return `constructor(${parameters.join(',')}){super();${[...taken, ...fields].join('')}}`;
}
