/** What scripts find beside the core library: a class per file of this folder. */
import {
  createInterpreter,
  type HostClass,
  type Interpreter,
  type ModuleLoader,
  type QueryCheck,
} from '../../interpreter/index.js';
import type { Engine } from '../database/database.js';
import { dbClass } from './db.js';
import { queryMethods } from './query.js';
import { requestClass } from './request.js';
import { responseClass } from './response.js';
import { jsonClass, utilClass } from './util.js';

/** The classes that every script sees. */
export function hostClasses(engine: Engine): readonly HostClass[] {
  return [requestClass, responseClass, dbClass(engine), utilClass, jsonClass];
}

/**
 * An interpreter for a project's scripts, which use a database of some kind.
 *
 * @param checkQuery finds statements that the database does not understand
 */
export function createProjectInterpreter(
  engine: Engine,
  modules: ModuleLoader,
  checkQuery?: QueryCheck,
): Interpreter {
  const query = queryMethods(engine !== 'sqlite');
  return createInterpreter({ modules, classes: hostClasses(engine), query, checkQuery });
}
