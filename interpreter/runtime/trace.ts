/** Reads Wren stack traces from JavaScript errors, by the lines of the generated code. */
import type { TraceFrame } from './runtime-error.js';

/** How many JavaScript frames are kept; of those, the ones in generated code make the trace. */
export const traceDepth = 200;

/** What the lines of a module's generated text stand for. */
export interface TraceTables {
  readonly module: string;
  /** For each line, counted from 0: the Wren line, and the index of the function. */
  readonly lines: Int32Array;
  readonly functions: Int32Array;
  /** By function index; a function that has none does not appear in traces. */
  readonly labels: readonly string[];
}

/** Finds the tables of a generated script by its file name; undefined for any other script. */
export type FindTables = (file: string) => TraceTables | undefined;

/** The structured form of an error's stack; empty when none was captured. */
function callSitesOf(error: Error): readonly NodeJS.CallSite[] {
  const { prepareStackTrace } = Error;
  let sites: readonly NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (_error, callSites) => {
    sites = callSites;
    return '';
  };
  // Reading the property makes V8 call the function above.
  void error.stack;
  Error.prepareStackTrace = prepareStackTrace;
  return sites;
}

function toFrame(site: NodeJS.CallSite, findTables: FindTables): TraceFrame | undefined {
  const tables = findTables(site.getFileName() ?? '');
  if (tables === undefined) return undefined;
  const index = (site.getLineNumber() ?? 1) - 1;
  const label = tables.labels[tables.functions[index] ?? -1];
  const line = tables.lines[index] ?? 0;
  return label === undefined ? undefined : { module: tables.module, line, label };
}

/** The Wren functions that were active when an error was created, innermost first. */
export function readTrace(error: Error, findTables: FindTables): readonly TraceFrame[] {
  return callSitesOf(error).flatMap((site) => toFrame(site, findTables) ?? []);
}
