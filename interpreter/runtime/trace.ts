/** Reads Wren stack traces from JavaScript errors, by line numbers of generated code. */
import type { TraceFrame, WrenAbort } from './errors.js';
import type { Activation } from './resumable.js';

/**
 * Number of JavaScript frames that errors capture: nearly always all of them, because thousands of
 * functions of the core, which traces omit, may be above the script's.
 */
export const captureDepth = 20_000;

/** Greatest number of functions in a trace. */
const shownFrames = 100;

/** Places of the lines of a module's generated text. */
export interface TraceTables {
  /** Name of the module. */
  readonly module: string;
  /** Wren line and index of the function, by line of the text from 0. */
  readonly lines: Int32Array;
  readonly functions: Int32Array;
  /** Labels by function index; functions without a label are omitted from traces. */
  readonly labels: readonly string[];
}

/** Finds the tables of a generated script by its file name; undefined for other scripts. */
export type FindTables = (file: string) => TraceTables | undefined;

/** The call sites of an error's stack; none if no stack was captured. */
function callSitesOf(error: Error): readonly NodeJS.CallSite[] {
  const { prepareStackTrace } = Error;
  let sites: readonly NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (_error, callSites) => {
    sites = callSites;
    return '';
  };
  // V8 calls the function above when the property is read.
  void error.stack;
  Error.prepareStackTrace = prepareStackTrace;
  return sites;
}

/** Names of runtime functions that begin another fiber on the JavaScript stack. */
const fiberBoundaries: ReadonlySet<string | null> = new Set([
  'drive',
  'runOnStack',
  'stepCalled',
  'transferResumably',
]);

function toFrame(site: NodeJS.CallSite, findTables: FindTables): TraceFrame | undefined {
  const tables = findTables(site.getFileName() ?? '');
  if (tables === undefined) return undefined;
  const index = (site.getLineNumber() ?? 1) - 1;
  const label = tables.labels[tables.functions[index] ?? -1];
  const line = tables.lines[index] ?? 0;
  return label === undefined ? undefined : { module: tables.module, line, label };
}

function readActivations(innermost: Activation | undefined | null): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  let activation = innermost ?? undefined;
  while (activation !== undefined && frames.length < shownFrames) {
    const { tables, place, pc } = activation;
    const frame = tables?.activations[place];
    if (tables !== undefined && frame !== undefined) {
      frames.push({ module: tables.module, line: frame.lines[pc] ?? 0, label: frame.label });
    }
    activation = activation.parent;
  }
  return frames;
}

/** The stack trace of the fiber in which an error was raised, innermost function first. */
export function readTrace(failure: WrenAbort, findTables: FindTables): readonly TraceFrame[] {
  const { cause, callers, isRejection } = failure;
  if (isRejection) return readActivations(callers);
  const frames: TraceFrame[] = [];
  for (const site of callSitesOf(cause instanceof Error ? cause : failure)) {
    if (frames.length === shownFrames || fiberBoundaries.has(site.getFunctionName())) break;
    const frame = toFrame(site, findTables);
    if (frame !== undefined) frames.push(frame);
  }
  return [...frames, ...readActivations(callers)];
}
