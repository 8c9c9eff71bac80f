/** The outermost frame of all Wren code: where its errors become the host's. */
import { WrenAbort } from '../runtime/abort.js';
import { BudgetAbort } from '../runtime/budget.js';
import { type Execution, switchExecution } from '../runtime/execution.js';
import { WrenRuntimeError } from '../runtime/runtime-error.js';
import { type FindTables, readTrace, traceDepth } from '../runtime/trace.js';
import type { Value } from '../runtime/values.js';

/** The message for errors of the JavaScript engine that a script can cause. */
function describeRangeError(error: RangeError): string {
  return error.message.startsWith('Maximum call stack') ? 'Stack overflow.' : 'Value is too large.';
}

/** What the host gets for an error that ended a run; errors that are not the script's stay. */
function toRuntimeError(error: unknown, findTables: FindTables): unknown {
  if (error instanceof WrenAbort) {
    const kind = error instanceof BudgetAbort ? 'budget' : 'error';
    return new WrenRuntimeError(kind, error.value, readTrace(error, findTables));
  }
  if (error instanceof RangeError) {
    const message = describeRangeError(error);
    return new WrenRuntimeError('error', message, readTrace(error, findTables), { cause: error });
  }
  return error;
}

/**
 * Runs code of a script with an execution.
 *
 * @throws WrenRuntimeError
 */
export function runWith(execution: Execution, findTables: FindTables, code: () => Value): Value {
  const previous = switchExecution(execution);
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = traceDepth;
  try {
    return code();
  } catch (error) {
    throw toRuntimeError(error, findTables);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    switchExecution(previous);
  }
}
