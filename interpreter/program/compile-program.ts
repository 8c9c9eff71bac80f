/** Compiles the modules of a program, after an analysis of all their functions. */
import { type CodeNode, collectCode } from '../analyze/call-graph.js';
import { usesFibers } from '../analyze/fiber-use.js';
import { estimateReceivers, unknownReceivers } from '../analyze/receivers.js';
import { findRecursion } from '../analyze/recursion.js';
import {
  analyzeOpenProgram,
  analyzeProgram,
  noSuspension,
  type Suspension,
} from '../analyze/suspension.js';
import type { ResolvedModule } from '../resolve/resolved-ast.js';
import { currentExecution } from '../runtime/execution.js';
import { type CompiledModule, compileModule } from './compile-module.js';
import type {
  BrokenModule,
  GraphModule,
  LoadedModule,
  MissingModule,
  ModuleGraph,
} from './module-graph.js';

/** A compiled module of a program. */
export interface ReadyModule {
  readonly kind: 'ready';
  readonly compiled: CompiledModule;
  readonly loaded: LoadedModule;
}

/** A module of a program, or the reason why it has no code. */
export type ProgramModule = ReadyModule | BrokenModule | MissingModule;

/** Facts about the library and host of a program. */
export interface ProgramFacts {
  /** The functions of the core library, which is part of every program. */
  readonly coreCode: readonly CodeNode[];
  /** Signatures of the host's suspending natives. */
  readonly hostSignatures: readonly string[];
}

/** A compiled program. */
export interface CompiledProgram {
  /** Modules by canonical name. */
  readonly modules: ReadonlyMap<string, ProgramModule>;
  /** Whether entry modules must run in resumable form. */
  readonly isMainResumable: boolean;
}

/** Compiles the modules of a program. */
export function compileProgram(graph: ModuleGraph, facts: ProgramFacts): CompiledProgram {
  const loaded = loadedModules(graph);
  const code = loaded.flatMap(({ resolved }) => collectCode(resolved));
  // A program that imports this module runs code that is unknown now.
  const isOpen = loaded.some(({ name, library }) => name === 'meta' && library !== undefined);
  const all = [...facts.coreCode, ...code];
  const suspension = isOpen ? analyzeOpenProgram(all) : findSuspension(loaded, code, facts);
  const modules = compileModules(graph, all, suspension, isOpen);
  return { modules, isMainResumable: suspension.isMainResumable };
}

/** Compiles modules that a running program imports in evaluated code. */
export function compileLate(
  graph: ModuleGraph,
  { coreCode }: ProgramFacts,
): ReadonlyMap<string, ProgramModule> {
  const loaded = loadedModules(graph);
  const code = [...coreCode, ...loaded.flatMap(({ resolved }) => collectCode(resolved))];
  return compileModules(graph, code, analyzeOpenProgram(code), true);
}

/** Compiles code that is evaluated in a module of a running program. */
export function compileEvaluated(
  name: string,
  resolved: ResolvedModule,
  outer: ReadonlySet<string>,
  { coreCode }: ProgramFacts,
): CompiledModule {
  const code = [...coreCode, ...collectCode(resolved)];
  return compileModule(name, resolved, {
    isCore: false,
    suspension: analyzeOpenProgram(code),
    recursion: findRecursion(code),
    receivers: unknownReceivers,
    outer,
    isOpen: true,
    imported: nothing,
  });
}

function loadedModules(graph: ModuleGraph): readonly LoadedModule[] {
  return [...graph.values()].filter((module) => module.kind === 'loaded');
}

function findSuspension(
  loaded: readonly LoadedModule[],
  code: readonly CodeNode[],
  { coreCode, hostSignatures }: ProgramFacts,
): Suspension {
  const makesFibers = loaded.some(({ resolved }) => usesFibers(resolved));
  const usesHost = code.some(({ calls }) =>
    hostSignatures.some((signature) => calls.includes(signature)),
  );
  if (!makesFibers && !usesHost) return noSuspension;
  return analyzeProgram(coreCode, code, usesHost ? hostSignatures : []);
}

function compileModules(
  graph: ModuleGraph,
  code: readonly CodeNode[],
  suspension: Suspension,
  isOpen: boolean,
): ReadonlyMap<string, ProgramModule> {
  const modules = loadedModules(graph);
  const options = {
    isCore: false,
    suspension,
    recursion: findRecursion(code),
    receivers: estimateReceivers(modules.map(({ resolved }) => resolved)),
    outer: nothing,
    isOpen,
    imported: new Set(modules.flatMap(({ resolved }) => resolved.importedNames)),
  };
  const compile = (name: string, module: GraphModule): ProgramModule => {
    if (module.kind !== 'loaded') return module;
    currentExecution().poll();
    return {
      kind: 'ready',
      compiled: compileModule(name, module.resolved, options),
      loaded: module,
    };
  };
  return new Map([...graph].map(([name, module]) => [name, compile(name, module)]));
}

const nothing: ReadonlySet<string> = new Set();
