import {
  createInterpreter,
  type HostClass,
  type Interpreter,
  type ModuleLoader,
  type QueryCheck,
} from '../../interpreter/index.js';
import type { Engine } from '../database/database.js';
import type { InterpreterFactory } from '../project/load.js';
import { longestScript } from '../project/module-loader.js';
import { migrationScript } from '../project/scan.js';
import { dbClass } from './db.js';
import { queryMethods } from './query.js';
import { requestClass } from './request.js';
import { responseClass } from './response.js';
import { jsonClass, utilClass } from './util.js';

/** Longest code that a script evaluates, in bytes: it is compiled within a second. */
const longestEvaluated = 65_536;

/** The classes that scripts see besides the core library. */
export function hostClasses(engine: Engine): readonly HostClass[] {
  return [requestClass, responseClass, dbClass(engine), utilClass, jsonClass];
}

/**
 * Whether the SQL of a module may be for a different engine, or for migrations, which are checked
 * when they run.
 */
function isUnchecked(name: string, text: string): boolean {
  return name === migrationScript || text.includes('Db.engine');
}

/**
 * Creates interpreters for scripts that use the given engine.
 *
 * @param findProblem returns the problem of an SQL text, a byte string, when scripts are compiled;
 *   undefined for an engine that checks a statement when it is prepared
 */
export function createInterpreterFactory(
  engine: Engine,
  findProblem: ((sql: string) => string | undefined) | undefined,
): InterpreterFactory {
  const checkQuery: QueryCheck = (sql, { name, text }) =>
    isUnchecked(name, text) ? undefined : findProblem?.(sql);
  return (modules: ModuleLoader): Interpreter =>
    createInterpreter({
      modules,
      classes: hostClasses(engine),
      query: queryMethods(engine !== 'sqlite'),
      checkQuery: findProblem && checkQuery,
      sourceLimits: { module: longestScript, evaluated: longestEvaluated },
    });
}
