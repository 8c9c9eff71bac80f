/**
 * Names in generated code. Each holds a `$`, which no Wren name can, in a place of its own kind,
 * so that none can meet another, a JavaScript keyword or something that JavaScript predefines:
 *
 *     x$12       the local variable x            m$x        the module variable x
 *     f$x$3_7    the field _x of class 7 in module 3
 *     b$x        the same while the body runs, for a variable that the body alone uses
 *     $4         a temporary                     $null      an intrinsic of the runtime
 *     $I7 $S7    class 7's instance constructor and its superclass's methods
 */
import type { ModuleVariable, Variable } from '../resolve/resolved-ast.js';

/** The name that holds a variable. */
export function nameVariable(variable: Variable): string {
  return variable.kind === 'module-variable'
    ? nameModuleVariable(variable.name)
    : `${variable.name}$${variable.id}`;
}

/** The name of a module variable that others than the body see. */
export function nameModuleVariable(name: string): string {
  return `m$${name}`;
}

/** A module variable's name in the module's body, which keeps it to itself while it runs. */
export function nameBodyVariable({ name }: ModuleVariable): string {
  return `b$${name}`;
}

/** A field's property name: no other class, of whatever module, has the same one. */
export function nameField(moduleId: number, classId: number, name: string): string {
  return `f$${name}$${moduleId}_${classId}`;
}

/** The JavaScript class that a class's instances are of. */
export function nameInstanceConstructor(classId: number): string {
  return `$I${classId}`;
}

/** The object on which a class's superclass keeps its methods. */
export function nameSuperMethods(classId: number): string {
  return `$S${classId}`;
}

/** Where a class of the top level stays from one run of its module to the next. */
export function nameKeptClass(classId: number): string {
  return `$K${classId}`;
}

/** The class that is being made; no other is begun before it is finished. */
export const classDraft = '$D';

/** What code that is emitted apart calls the `this` of the code that it belongs to. */
export const selfParameter = '$t';

/** A string literal; control characters are escaped, so that line breaks are never part of one. */
export function quote(text: string): string {
  return JSON.stringify(text);
}
