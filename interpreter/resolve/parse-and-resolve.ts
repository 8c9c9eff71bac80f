/**
 * The first two stages of compilation. The parser makes syntax trees; the resolver binds names and
 * checks the rules that the grammar cannot express. Later stages need no further checks.
 */
import { type Diagnostic, DiagnosticSink } from '../source/diagnostic.js';
import type { SourceFile } from '../source/source-file.js';
import { parseModule, parseReturnedExpression } from '../syntax/parse-module.js';
import { resolveStatement } from './resolve-statement.js';
import type { ResolvedModule, Statement } from './resolved-ast.js';
import { Resolver } from './resolver.js';

/** Context in which a module is resolved. */
export interface ResolveOptions {
  /**
   * Whether a name is visible without an import: a class of the core library or of the host. For
   * code evaluated in an existing module, also a variable of that module.
   */
  isImplicit(name: string): boolean;
  /** Finds the error in the text of a query literal; undefined for none. */
  readonly checkQuery?: ((sql: string) => string | undefined) | undefined;
  /**
   * Whether the text is a single expression, whose value the module's body returns. Default: false.
   */
  readonly isExpression?: boolean;
  /** Longest text, in bytes; a longer one is a compile error. Default: unlimited. */
  readonly longest?: number | undefined;
}

/** A resolved module, or its errors. */
export interface Resolution {
  /** Undefined if, and only if, there are diagnostics. */
  readonly module: ResolvedModule | undefined;
  /** Compile errors in Wren's order. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses and resolves a module. Each top-level statement is resolved before the next is parsed, so
 * that only one syntax tree is in memory.
 */
export function parseAndResolve(source: SourceFile, options: ResolveOptions): Resolution {
  const sink = new DiagnosticSink(source);
  const { longest = Infinity } = options;
  if (source.text.length > longest) {
    sink.reportScan(0, 'sourceTooLong', { start: 0, end: 0, line: 1 }, longest);
    return { module: undefined, diagnostics: sink.sorted() };
  }
  const resolver = new Resolver(options.isImplicit, sink, options.checkQuery);
  const parse = options.isExpression === true ? parseReturnedExpression : parseModule;
  const body: Statement[] = [];
  for (const statement of parse(source, sink)) body.push(resolveStatement(resolver, statement));
  resolver.module.reportUndefined();
  const diagnostics = sink.sorted();
  if (diagnostics.length > 0) return { module: undefined, diagnostics };
  const { variables, implicitVariables } = resolver.module;
  const script = resolver.finishFunction({
    kind: 'function',
    role: 'module',
    parameters: [],
    body,
    calls: resolver.function.calls,
    hasNested: resolver.function.hasNested,
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
