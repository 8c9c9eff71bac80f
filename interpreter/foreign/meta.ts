/** The optional module `meta`: compiles code while the program runs, in the calling module. */
import { readFileSync } from 'node:fs';
import { checkString } from '../runtime/check.js';
import { defineNativeClass } from '../runtime/class.js';
import { abort } from '../runtime/errors.js';
import { messages } from '../runtime/messages.js';
import { longTime } from '../runtime/native.js';
import { type Value, type WrenFn, WrenList, WrenObject, wrenNull } from '../runtime/values.js';

/** What the module may do with the program that imports it. */
export interface ProgramAccess {
  /**
   * Compiles code in the module that called a method of this module.
   *
   * @returns undefined when the code has errors, which are reported if `isReported`
   */
  compileInCaller(source: string, isExpression: boolean, isReported: boolean): WrenFn | undefined;
  /** The names of a module's variables; undefined if the program has no such module. */
  variableNames(module: string): Iterable<string> | undefined;
}

class WrenModules extends WrenObject {}

/** The module's text, a byte string. */
export const metaSource = readFileSync(new URL('./meta.wren', import.meta.url), 'latin1');

/** What the module's text refers to without declaring it. */
export const metaNames: readonly string[] = ['Modules'];

/** The values for `metaNames` in one program. */
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
