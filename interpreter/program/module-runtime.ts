/** Makes the intrinsics of an instance of a module. */
import { coreVariables } from '../core/core-library.js';
import type { ClassAttributes } from '../emit/context.js';
import { bindForeignMethod, type ForeignBinder } from '../foreign/foreign-class.js';
import type { Attribute } from '../resolve/resolved-ast.js';
import { classClass, objectClass, type startClass } from '../runtime/class.js';
import { currentExecution } from '../runtime/execution.js';
import { switched } from '../runtime/fiber.js';
import type { ModuleIntrinsics, OuterVariables, SharedIntrinsics } from '../runtime/intrinsics.js';
import { noteGrowth } from '../runtime/list-growth.js';
import { joined, sameText } from '../runtime/long-text.js';
import { WrenMap } from '../runtime/map.js';
import { add, addEntry, checkText, makeMap, send, textOf } from '../runtime/operators.js';
import type { WrenQuery } from '../runtime/query.js';
import { Activation, type ActivationTables, attachResumable } from '../runtime/resumable.js';
import { push } from '../runtime/scheduler.js';
import {
  asciiAt,
  characterAt,
  findCharacter,
  readByte,
  readCharacter,
  readCodePoint,
} from '../runtime/text-reading.js';
import {
  defineClosure,
  isTruthy,
  methodsOf,
  type Value,
  WrenBlock,
  type WrenClass,
  WrenClosure,
  WrenList,
  WrenNum,
  WrenRange,
  WrenString,
  wrenNull,
} from '../runtime/values.js';
import type { CompiledModule, ModuleRuntime } from './compile-module.js';

const shared: SharedIntrinsics = {
  $null: wrenNull,
  $methods: methodsOf,
  $ofNumber: WrenNum.prototype,
  $ofText: WrenString.prototype,
  $truth: isTruthy,
  $List: WrenList,
  $growth: noteGrowth,
  $none: [],
  $Block: WrenBlock,
  $Closure: WrenClosure,
  $closure: defineClosure,
  $Range: WrenRange,
  $Object: objectClass,
  $classMethods: classClass,
  $map: makeMap,
  $entry: addEntry,
  $add: add,
  $same: sameText,
  $ascii: asciiAt,
  $findCharacter: findCharacter,
  $characterAt: characterAt,
  $character: readCharacter,
  $byte: readByte,
  $codePoint: readCodePoint,
  $joined: joined,
  $text: textOf,
  $string: checkText,
  $switch: switched,
  $push: push,
  $resumable: attachResumable,
  // V8 never inlines a call of a proxy. Inlined in a top-level loop, `poll` delays the loop's
  // optimized code (a fifth of the processor time of Wren's benchmark `for`).
  $poll: new Proxy(() => currentExecution().poll(), {}),
};

/** The parts of the intrinsics that depend on the program. */
export interface Surroundings {
  readonly startClass: typeof startClass;
  /** The class of query literals. */
  readonly query: typeof WrenQuery;
  readonly findForeign: ForeignBinder;
  /** Runs a module in direct form, by its name in the import statement. */
  readonly importModule: (name: string) => Value;
  /** Runs a module in resumable form, by its name in the import statement. */
  readonly importResumably: (name: string) => Value;
  /** Reads a variable of a module, by the module's name in the import statement. */
  readonly findVariable: (module: string, name: string) => Value;
  /** Variables of the module in which the code is evaluated. */
  readonly outer: OuterVariables;
  /** Data of resumable forms for stack traces; undefined for code that traces omit. */
  readonly tables: ActivationTables | undefined;
}

/** The parts of the intrinsics that depend on the module. */
type ModuleShape = Pick<CompiledModule, 'module' | 'variables' | 'implicitCount' | 'attributes'>;

/** Makes the intrinsics of a module whose implicit variables have values in a scope. */
export function createRuntime(
  module: ModuleShape,
  scope: ReadonlyMap<string, Value>,
  surroundings: Surroundings,
): ModuleRuntime {
  const implicit = module.variables.slice(0, module.implicitCount);
  return {
    ...shared,
    variables: implicit.map((name) => scope.get(name) ?? wrenNull),
    $Query: surroundings.query,
    $Activation: makeActivationClass(surroundings.tables),
    $class: makeClassStarter(module.module, surroundings),
    $attributes: (target, index) => setAttributes(target, module.attributes[index]),
    $foreign: (target, signature, isStatic) =>
      bindForeignMethod(target, signature, isStatic, module.module, surroundings.findForeign),
    $import: surroundings.importModule,
    $importResumable: surroundings.importResumably,
    $variable: surroundings.findVariable,
    $outer: surroundings.outer,
  };
}

function makeActivationClass(tables: ActivationTables | undefined): typeof Activation {
  abstract class ModuleActivation extends Activation {
    override get tables(): ActivationTables | undefined {
      return tables;
    }
  }
  return ModuleActivation;
}

function makeClassStarter(module: string, surroundings: Surroundings): ModuleIntrinsics['$class'] {
  return (kept, name, superclass, fieldCount, isForeign) => {
    if (kept !== undefined && kept.superclass === superclass) {
      kept.attributes = undefined;
      return undefined;
    }
    const foreign = isForeign ? surroundings.findForeign(module, name) : undefined;
    const heading = { name, superclass, fieldCount, isForeign };
    return surroundings.startClass(heading, foreign?.instance);
  };
}

/** Attributes in Wren's form: a map of maps of lists, by group and key. */
function groupAttributes(attributes: readonly Attribute[]): Value {
  const groups = new WrenMap();
  for (const { group, key, value } of attributes) {
    const keys = getOrAdd(groups, group ?? wrenNull, () => new WrenMap());
    getOrAdd(keys, key, () => new WrenList([])).items.push(value ?? wrenNull);
  }
  return groups.count === 0 ? wrenNull : groups;
}

function getOrAdd<T extends Value>(map: WrenMap, key: Value, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value as T;
}

function setAttributes(target: WrenClass, attributes: ClassAttributes | undefined): void {
  const description = coreVariables.get('ClassAttributes');
  if (attributes === undefined || description === undefined) return;
  const methods = new WrenMap();
  for (const [signature, each] of attributes.methods) methods.set(signature, groupAttributes(each));
  const own = groupAttributes(attributes.self);
  target.attributes = send(description, 'new(_,_)', own, methods.count === 0 ? wrenNull : methods);
}
