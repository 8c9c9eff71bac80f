/**
 * What generated code may use: each entry becomes a constant of the same name at the head of every
 * module that needs it. Nothing else of the host is within its reach.
 */

import type { ClassDraft } from './class.js';
import type { joined, sameText } from './long-text.js';
import type { WrenMap } from './map.js';
import type { WrenQuery } from './query.js';
import type { Activation, attachResumable } from './resumable.js';
import type { push } from './scheduler.js';
import type {
  defineClosure,
  isTruthy,
  methodsOf,
  Value,
  WrenBlock,
  WrenClass,
  WrenClosure,
  WrenList,
  WrenNull,
  WrenNum,
  WrenObject,
  WrenRange,
  WrenString,
} from './values.js';

/** The same for every module of the process. */
export interface SharedIntrinsics {
  readonly $null: WrenNull;
  readonly $methods: typeof methodsOf;
  /** The objects on which the methods of numbers and of texts lie. */
  readonly $ofNumber: WrenNum;
  readonly $ofText: WrenString;
  readonly $truth: typeof isTruthy;
  readonly $List: typeof WrenList;
  readonly $Block: typeof WrenBlock;
  readonly $Closure: typeof WrenClosure;
  readonly $closure: typeof defineClosure;
  readonly $Range: typeof WrenRange;
  readonly $Object: WrenClass;
  /** The methods that every class has, where `super` in a static method looks. */
  readonly $classMethods: WrenObject;
  /** A map from keys and values in turn. */
  readonly $map: (entries: readonly Value[]) => WrenMap;
  readonly $entry: (map: WrenMap, key: Value, value: Value) => void;
  /** `+` when the left operand is no object and not both are numbers. */
  readonly $add: (left: Value, right: Value) => Value;
  /** `==` of a text with any value that is not known to be short. */
  readonly $same: typeof sameText;
  /** What an interpolation with several parts gives. */
  readonly $joined: typeof joined;
  /** The text of a part of an interpolation. */
  readonly $text: (value: Value) => string;
  /** Checks that a part's `toString` has answered a string. */
  readonly $string: (value: Value) => string;
  /** What a resumable form answers when something else is to run first. */
  readonly $switch: Value;
  readonly $push: typeof push;
  readonly $resumable: typeof attachResumable;
  /** Looks at the run's budget; called now and then by loops and recursive functions. */
  readonly $poll: () => void;
}

/** Variables of a module that runs already, under their names in generated code. */
export type OuterVariables = Readonly<Record<string, Value>>;

/** Bound to a module and the instance of its program. */
export interface ModuleIntrinsics {
  readonly $Query: typeof WrenQuery;
  /** What the module's resumable forms extend. */
  readonly $Activation: typeof Activation;
  /**
   * Begins to make a class; undefined if the one of the run before is to be used again, which it is
   * when it has the same superclass.
   */
  readonly $class: (
    kept: WrenClass | undefined,
    name: string,
    superclass: Value,
    fieldCount: number,
    isForeign: boolean,
  ) => ClassDraft | undefined;
  /** Installs the host's part of a foreign method. */
  readonly $foreign: (target: WrenClass, signature: string, isStatic: boolean) => void;
  /** Gives a class the attributes of that index in the module's table. */
  readonly $attributes: (target: WrenClass, index: number) => void;
  /** Runs a module, given by its name in the import statement, unless that has happened. */
  readonly $import: (name: string) => Value;
  /** The same from code in resumable form. */
  readonly $importResumable: (name: string) => Value;
  readonly $outer: OuterVariables;
  /** The value of another module's variable. */
  readonly $variable: (module: string, name: string) => Value;
}

/** All of them. */
export type Intrinsics = SharedIntrinsics & ModuleIntrinsics;
/** The name of one. */
export type Intrinsic = keyof Intrinsics;
