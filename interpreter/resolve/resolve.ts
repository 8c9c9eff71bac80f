/**
 * The interpreter's front end as a whole: text to resolved tree. The resolver binds names, numbers
 * and checks what the grammar cannot; what it hands on needs no further checks.
 */
import { type Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.js';
import type { SourceFile } from '../source/source-file.js';
import type * as ast from '../syntax/ast.js';
import { parseExpressionModule, parseModule } from '../syntax/parse-module.js';
import { resolveStatements } from './resolve-statement.js';
import type { FunctionNode, ResolvedModule } from './resolved-ast.js';
import { Resolver } from './resolver.js';

export interface ResolveOptions {
  /**
   * Which names every module sees without an import: the classes of the core library and of the
   * host. For code that runs in a module which exists already, its variables count as well.
   */
  isImplicit(name: string): boolean;
}

export interface AnalyzeOptions extends ResolveOptions {
  /** True for a single expression, whose value the module's body returns. */
  readonly isExpression?: boolean;
}

/** Either a module or the reasons why there is none. */
export interface Analysis {
  /** Undefined exactly when there are diagnostics. */
  readonly module: ResolvedModule | undefined;
  /** In the order in which Wren prints them. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses and resolves a module. */
export function analyze(source: SourceFile, options: AnalyzeOptions): Analysis {
  const sink = new DiagnosticSink(source);
  const parse = options.isExpression === true ? parseExpressionModule : parseModule;
  const module = resolveModule(source, parse(source, sink), options, sink);
  const diagnostics = sink.sorted();
  return { module: diagnostics.length === 0 ? module : undefined, diagnostics };
}

/** Resolves a module's syntax tree; the result is of use only if the sink stays empty. */
export function resolveModule(
  source: SourceFile,
  module: ast.Module,
  options: ResolveOptions,
  sink: DiagnosticSink,
): ResolvedModule {
  const resolver = new Resolver(options.isImplicit, sink);
  const statements = resolveStatements(resolver, module.body);
  resolver.module.reportUndefined();
  const body: FunctionNode = {
    kind: 'function',
    role: 'module',
    parameters: [],
    body: statements,
    label: '(script)',
    line: 1,
    endLine: module.end.line,
  };
  const { variables, implicitVariables } = resolver.module;
  return { source, variables, implicitVariables, imports: [...resolver.imports], body };
}
