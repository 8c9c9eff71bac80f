/** Compiles the modules of a program, whose functions have been looked at together. */
import { type CodeNode, collectCode } from '../emit/call-graph.js';
import { findRecursion } from '../emit/recursion.js';
import { analyzeProgram, noSuspension } from '../emit/suspension.js';
import { compileModule } from './compile-module.js';
import type { GraphModule, ModuleGraph } from './module-graph.js';
import type { ProgramModule, ProgramParts } from './program-instance.js';

/** @param coreCode the functions of the core library, which is part of every program */
export function compileGraph(
  graph: ModuleGraph,
  coreCode: readonly CodeNode[],
): Pick<ProgramParts, 'modules' | 'isMainResumable'> {
  const loaded = [...graph.values()].flatMap((module) =>
    module.kind === 'loaded' ? module.resolved : [],
  );
  const code = [...coreCode, ...loaded.flatMap(collectCode)];
  const makesFibers = loaded.some(({ implicitVariables }) =>
    implicitVariables.some(({ name }) => name === 'Fiber'),
  );
  const suspension = makesFibers ? analyzeProgram(code, []) : noSuspension;
  const recursion = findRecursion(code);

  function compile(module: GraphModule): ProgramModule {
    if (module.kind !== 'loaded') return module;
    const { name, resolved, scope, imports } = module;
    const compiled = compileModule(name, resolved, { isCore: false, suspension, recursion });
    return { kind: 'compiled', compiled, scope, imports };
  }

  return {
    modules: new Map([...graph].map(([name, module]) => [name, compile(module)])),
    isMainResumable: suspension.isMainResumable,
  };
}
