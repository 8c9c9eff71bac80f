/** The optional module `meta`, which compiles code in the calling module at run time. */
import { readFileSync } from 'node:fs';
import { checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { longTime } from '../runtime/native.js';
import { type Value, type WrenFn, WrenList, WrenObject, wrenNull } from '../runtime/values.js';

/** Access of the module to the program that imports it. */
export interface ProgramAccess {
  /**
   * Compiles code in the module that called a method of `meta`.
   *
   * @returns undefined if the code has errors, which are reported if `isReported`
   */
  compileInCaller(source: string, isExpression: boolean, isReported: boolean): WrenFn | undefined;
  /** Names of a module's variables; undefined if the program has no such module. */
  variableNames(module: string): Iterable<string> | undefined;
}

class WrenModules extends WrenObject {}

/** The module's text, a byte string. */
export const metaSource = readFileSync(new URL('./meta.wren', import.meta.url), 'latin1');

/** Names of the module's implicit variables, besides those of all modules. */
export const metaNames: readonly string[] = ['Modules'];

/** The values of `metaNames` in a program. */
export function createMetaScope(program: ProgramAccess): ReadonlyMap<string, Value> {
  const modulesClass = defineNativeClass({
    name: 'Modules',
    instance: WrenModules,
    statics: longTime({
      'compile(_)': (source: Value) => {
        const text = checkString(source, 'Source code');
        return program.compileInCaller(text, false, false) ?? abort(messages.notCompiled());
      },
      'compile(_,_)': (source: Value, isExpression: Value) => {
        const text = checkString(source, 'Source code');
        return program.compileInCaller(text, isExpression === true, true) ?? wrenNull;
      },
      'variables(_)': (name: Value) => {
        const module = checkString(name, 'Module name');
        const names = program.variableNames(module) ?? abort(messages.noModule(module));
        return new WrenList([...names]);
      },
    }),
  });
  return new Map([[modulesClass.name, modulesClass]]);
}
