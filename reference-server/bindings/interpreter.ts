import {
  createInterpreter,
  type HostClass,
  type Interpreter,
  type ModuleLoader,
  type Natives,
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

/** Longest code that a script evaluates, in bytes: the engine's part of compiling it takes up to a second. */
const longestEvaluated = 65_536;

/** The classes that scripts see besides the core library, with the signatures that the guide lists. */
export function hostClasses(engine: Engine): readonly HostClass[] {
  return [requestClass, responseClass, dbClass(engine), utilClass, jsonClass];
}

/**
 * Makes the parentheses of methods without arguments optional. In Wren, `cors` and `cors()` are
 * different methods, which authors from other languages confuse.
 */
function withOptionalParentheses(natives: Natives): Natives {
  const aliases = Object.entries(natives).flatMap(([signature, native]) => {
    if (signature.endsWith('()')) return [[signature.slice(0, -2), native]];
    return signature.includes('(') ? [] : [[`${signature}()`, native]];
  });
  return { ...Object.fromEntries(aliases), ...natives };
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
      classes: hostClasses(engine).map(({ statics = {}, ...rest }) => ({
        ...rest,
        statics: withOptionalParentheses(statics),
      })),
      query: withOptionalParentheses(queryMethods(engine !== 'sqlite')),
      checkQuery: findProblem && checkQuery,
      sourceLimits: { module: longestScript, evaluated: longestEvaluated },
    });
}
