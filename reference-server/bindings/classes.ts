/** What scripts find beside the core library: a class per file of this folder. */
import {
  createInterpreter,
  type HostClass,
  type Interpreter,
  type ModuleLoader,
} from '../../interpreter/index.js';
import { dbClass } from './db.js';
import { jsonClass } from './json.js';
import { queryMethods } from './query.js';
import { requestClass } from './request.js';
import { responseClass } from './response.js';
import { utilClass } from './util.js';

/** The classes that every script sees. */
export const hostClasses: readonly HostClass[] = [
  requestClass,
  responseClass,
  dbClass,
  utilClass,
  jsonClass,
];

/** An interpreter for a project's scripts. */
export function createProjectInterpreter(modules: ModuleLoader): Interpreter {
  return createInterpreter({ modules, classes: hostClasses, query: queryMethods });
}
