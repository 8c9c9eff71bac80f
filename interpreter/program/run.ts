/** The outermost frame of all Wren code: where its errors become the host's. */
import { BudgetAbort } from '../runtime/budget.js';
import { type Execution, switchExecution } from '../runtime/execution.js';
import { WrenRuntimeError } from '../runtime/runtime-error.js';
import { runIn, type Schedule, toAbort } from '../runtime/scheduler.js';
import { type FindTables, readTrace } from '../runtime/trace.js';
import type { Value } from '../runtime/values.js';

/** What the host gets for an error that ended a run; errors that are not the script's stay. */
function toRuntimeError(error: unknown, findTables: FindTables): unknown {
  const failure = toAbort(error);
  if (failure === undefined) return error;
  const kind = failure instanceof BudgetAbort ? 'budget' : 'error';
  const { value, cause } = failure;
  return new WrenRuntimeError(kind, value, readTrace(failure, findTables), { cause });
}

/**
 * Runs code of a script with its execution and its fibers.
 *
 * @throws WrenRuntimeError
 */
export function runWith(
  execution: Execution,
  schedule: Schedule,
  findTables: FindTables,
  code: () => Value,
): Value {
  const previous = switchExecution(execution);
  try {
    return runIn(schedule, code);
  } catch (error) {
    throw toRuntimeError(error, findTables);
  } finally {
    switchExecution(previous);
  }
}
