/**
 * Names in generated code. Each contains a `$`, which Wren names cannot, in a position that depends
 * on its kind, so that it cannot equal a name of another kind or a name with a meaning in
 * JavaScript:
 *
 *     x$12       the local variable x            m$x        the module variable x
 *     f$x$3_7    the field _x of class 7 in module 3
 *     b$x        a module variable that only the body uses, while the body runs
 *     $4         a temporary                     $null      an intrinsic of the runtime
 *     $I7 $S7    class 7's instance constructor and its superclass's methods
 */
import type { ModuleVariable, Variable } from '../resolve/resolved-ast.js';

/** The name of a variable. */
export function nameVariable(variable: Variable): string {
  return variable.kind === 'module-variable'
    ? nameModuleVariable(variable.name)
    : `${variable.name}$${variable.id}`;
}

/** The name of a module variable. */
export function nameModuleVariable(name: string): string {
  return `m$${name}`;
}

/** The name of a module variable that only the body uses, while the body runs. */
export function nameBodyVariable({ name }: ModuleVariable): string {
  return `b$${name}`;
}

/** The property name of a field, unique to its class and module. */
export function nameField(moduleId: number, classId: number, name: string): string {
  return `f$${name}$${moduleId}_${classId}`;
}

/** The JavaScript class of a class's instances. */
export function nameInstanceConstructor(classId: number): string {
  return `$I${classId}`;
}

/** The object with the methods of a class's superclass. */
export function nameSuperMethods(classId: number): string {
  return `$S${classId}`;
}

/** The variable that keeps a class of the top level from one run of its module to the next. */
export function nameKeptClass(classId: number): string {
  return `$K${classId}`;
}

/** The class under construction. Classes are made one at a time. */
export const classDraft = '$D';

/** The parameter of hoisted code for Wren's `this`. */
export const selfParameter = '$t';

/** A string literal. Control characters are escaped, so it contains no line breaks. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
