/** Reads Wren stack traces from JavaScript errors, by the lines of the generated code. */
import type { TraceFrame, WrenAbort } from './errors.js';
import type { Activation } from './resumable.js';

/**
 * How many JavaScript frames an error keeps, all of them but in extreme cases: functions of the
 * core, which are not shown, may lie thousands deep above the script's own.
 */
export const captureDepth = 20_000;

/** How many functions a trace shows at most. */
const shownFrames = 100;

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

/** Functions of the runtime below which, on the JavaScript stack, another fiber begins. */
const fiberBoundaries: ReadonlySet<string | null> = new Set([
  'drive',
  'runOnStack',
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

function readActivations(innermost: Activation | undefined): readonly TraceFrame[] {
  const frames: TraceFrame[] = [];
  let activation = innermost;
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

/** The Wren functions that were active in the fiber that failed, innermost first. */
export function readTrace(failure: WrenAbort, findTables: FindTables): readonly TraceFrame[] {
  const { cause } = failure;
  const frames: TraceFrame[] = [];
  for (const site of callSitesOf(cause instanceof Error ? cause : failure)) {
    if (frames.length === shownFrames || fiberBoundaries.has(site.getFunctionName())) break;
    const frame = toFrame(site, findTables);
    if (frame !== undefined) frames.push(frame);
  }
  return [...frames, ...readActivations(failure.callers)];
}
