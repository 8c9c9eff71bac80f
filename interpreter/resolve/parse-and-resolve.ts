/**
 * The two stages that read a text. The parser makes syntax trees; the resolver binds names, numbers
 * and checks what the grammar cannot. What it hands on needs no further checks.
 */
import { type Diagnostic, DiagnosticSink } from '../source/diagnostic.js';
import type { SourceFile } from '../source/source-file.js';
import { parseModule, parseReturnedExpression } from '../syntax/parse-module.js';
import { resolveStatement } from './resolve-statement.js';
import type { ResolvedModule, Statement } from './resolved-ast.js';
import { Resolver } from './resolver.js';

/** What has to be known of a text besides itself. */
export interface ResolveOptions {
  /**
   * Which names every module sees without an import: the classes of the core library and of the
   * host. For code that runs in a module which exists already, its variables count as well.
   */
  isImplicit(name: string): boolean;
  /** Says what is wrong with the text of a query literal; undefined when nothing is. */
  readonly checkQuery?: ((sql: string) => string | undefined) | undefined;
  /** True for a single expression, whose value the module's body returns. */
  readonly isExpression?: boolean;
}

/** Either a module or the reasons why there is none. */
export interface Resolution {
  /** Undefined exactly when there are diagnostics. */
  readonly module: ResolvedModule | undefined;
  /** In the order in which Wren prints them. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses and resolves a module. A statement of the top level is resolved before the next one is
 * parsed, so that no more than one syntax tree is kept.
 */
export function parseAndResolve(source: SourceFile, options: ResolveOptions): Resolution {
  const sink = new DiagnosticSink(source);
  const resolver = new Resolver(options.isImplicit, sink, options.checkQuery);
  const parse = options.isExpression === true ? parseReturnedExpression : parseModule;
  const body: Statement[] = [];
  for (const statement of parse(source, sink)) body.push(resolveStatement(resolver, statement));
  resolver.module.reportUndefined();
  const diagnostics = sink.sorted();
  if (diagnostics.length > 0) return { module: undefined, diagnostics };
  const { variables, implicitVariables } = resolver.module;
  // The function that the top level is.
  const script = resolver.finishFunction({
    kind: 'function',
    role: 'module',
    parameters: [],
    body,
    calls: resolver.function.calls,
    label: '(script)',
    line: 1,
  });
  const module: ResolvedModule = {
    source,
    variables,
    implicitVariables,
    imports: [...resolver.imports],
    importedNames: [...resolver.importedNames],
    functions: resolver.functions,
    body: script,
  };
  return { module, diagnostics };
}
