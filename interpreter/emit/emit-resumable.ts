/**
 * Emits the resumable form of a function: a class whose instances are activations of the function.
 * The scheduler calls `step` with the value that the activation waits for. `step` runs to
 * the next suspension and returns `$switch`, or to the end and returns the result.
 *
 *     class extends $Activation{constructor(a$1){super();this.pc=0;…this.a$1=a$1;this.b$2=void 0;}
 *     get place(){return 3;}
 *     step($v){const $a=this;let $p=$a.pc,$m;L:for(;;)switch($p){case 0:…
 *       $a.pc=1;if(($v=…call…)===$switch)return $switch;case 1:$a.b$2=$v;…}}}
 *
 * The direct form of a function has its resumable form as property `resumable`: a function that
 * pushes such an activation onto the current fiber and returns `$switch`, or returns a value at
 * once.
 */
import type { FunctionNode } from '../resolve/resolved-ast.js';
import { emitCaptureParameters, type ModuleContext } from './context.js';
import { addStatements } from './emit-resumable-statement.js';
import { functionEndMark, markFunctionStart } from './layout.js';
import { nameVariable, selfParameter } from './names.js';
import { ResumableContext } from './resumable-context.js';

/**
 * Emits the start of an activation, in code in which parameters and captures have their own names.
 */
export function emitPush(module: ModuleContext, node: FunctionNode): string {
  const activation = module.hoist(node.body, () => emitActivationClass(module, node));
  return `${module.use('$push')}(new ${activation}(${emitActivationParameters(module, node).join(',')}))`;
}

/** Emits the start of an activation that only returns a constructor's object, for stack traces. */
export function emitPushNameless(module: ModuleContext, node: FunctionNode, line: number): string {
  const activation = module.hoist(node, () => {
    const place = module.activations.push({ label: '', lines: [line] }) - 1;
    return `class extends ${module.use('$Activation')}{constructor(){super();${commonFields}}get place(){return ${place};}step($v){return $v;}}`;
  });
  return `${module.use('$push')}(new ${activation}())`;
}

/**
 * Each class sets them itself: a constructor that all classes share would meet objects of many
 * shapes, which is several times slower.
 */
const commonFields = 'this.pc=0;this.parent=void 0;this.depth=0;';

function emitActivationParameters({ plan }: ModuleContext, node: FunctionNode): string[] {
  const captures = emitCaptureParameters(plan, plan.captures.ofFunction(node));
  return [...node.parameters.map(nameVariable), ...captures];
}

function emitActivationClass(module: ModuleContext, node: FunctionNode): string {
  const ctx = new ResumableContext(module, node, `$a.${selfParameter}`);
  addStatements(ctx, node.body);
  ctx.add(`return ${ctx.implicitResult};`);
  const place =
    module.activations.push({ label: node.label, lines: [node.line, ...ctx.lines.slice(1)] }) - 1;
  const start = markFunctionStart(module.addLabel(node.label));
  const head = `const $a=this;let $p=$a.pc,$m;${ctx.emitHead()}`;
  const step = `step($v){${start}${head}L:for(;;)switch($p){${ctx.code}}${functionEndMark}}`;
  const base = module.use('$Activation');
  return `class extends ${base}{${emitActivationConstructor(ctx)}get place(){return ${place};}${step}}`;
}

function emitActivationConstructor(ctx: ResumableContext): string {
  const { module, node } = ctx;
  const boxed = new Set(node.parameters.filter((each) => ctx.isBoxed(each)).map(nameVariable));
  const parameters = emitActivationParameters(module, node);
  const taken = parameters.map((name) => `this.${name}=${boxed.has(name) ? `{v:${name}}` : name};`);
  const fields = [...ctx.fields].map(([name, first]) => `this.${name}=${first};`);
  return `constructor(${parameters.join(',')}){super();${commonFields}${[...taken, ...fields].join('')}}`;
}
