/**
 * Intrinsics: the values of the runtime that generated code can use. Each becomes a constant of the
 * same name in every module that uses it. Generated code can access nothing else.
 */
import type { ClassDraft } from './class.js';
import type { noteGrowth } from './list-growth.js';
import type { joined, sameText } from './long-text.js';
import type { WrenMap } from './map.js';
import type { WrenQuery } from './query.js';
import type { Activation, attachResumable } from './resumable.js';
import type { push } from './scheduler.js';
import type {
  asciiAt,
  characterAt,
  findCharacter,
  readByte,
  readCharacter,
  readCodePoint,
} from './text-reading.js';
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

/** Intrinsics that all modules of the process share. */
export interface SharedIntrinsics {
  readonly $null: WrenNull;
  readonly $methods: typeof methodsOf;
  /** The objects with the methods of numbers and of strings. */
  readonly $ofNumber: WrenNum;
  readonly $ofText: WrenString;
  readonly $truth: typeof isTruthy;
  readonly $List: typeof WrenList;
  /** Charges for the growth of a list, now and then while elements are added. */
  readonly $growth: typeof noteGrowth;
  /** The items of a sequence that is not a list, in loops. */
  readonly $none: readonly Value[];
  readonly $Block: typeof WrenBlock;
  readonly $Closure: typeof WrenClosure;
  readonly $closure: typeof defineClosure;
  readonly $Range: typeof WrenRange;
  readonly $Object: WrenClass;
  /** The methods of all classes, which `super` in a static method calls. */
  readonly $classMethods: WrenObject;
  /** Makes a map from alternating keys and values. */
  readonly $map: (entries: readonly Value[]) => WrenMap;
  /** Adds an entry of a map literal. */
  readonly $entry: (map: WrenMap, key: Value, value: Value) => void;
  /** `+` of a primitive, unless both operands are numbers. */
  readonly $add: (left: Value, right: Value) => Value;
  /** `==` of a string that may be long. */
  readonly $same: typeof sameText;
  readonly $ascii: typeof asciiAt;
  readonly $findCharacter: typeof findCharacter;
  readonly $characterAt: typeof characterAt;
  readonly $character: typeof readCharacter;
  readonly $byte: typeof readByte;
  readonly $codePoint: typeof readCodePoint;
  /** Checks the result of an interpolation. */
  readonly $joined: typeof joined;
  /** The string of a part of an interpolation. */
  readonly $text: (value: Value) => string;
  /** Checks that `toString` of a part returned a string. */
  readonly $string: (value: Value) => string;
  /** The result of a resumable form that is suspended. */
  readonly $switch: Value;
  readonly $push: typeof push;
  readonly $resumable: typeof attachResumable;
  /** Polls the budget; loops and recursive functions call it now and then. */
  readonly $poll: () => void;
}

/** Variables of a running module, by their names in generated code. */
export type OuterVariables = Readonly<Record<string, Value>>;

/** Intrinsics of one instance of a module. */
export interface ModuleIntrinsics {
  readonly $Query: typeof WrenQuery;
  /** Base class of the module's resumable forms. */
  readonly $Activation: typeof Activation;
  /**
   * Begins to make a class; undefined if the class of the previous run is used again, because it
   * has the same superclass.
   */
  readonly $class: (
    kept: WrenClass | undefined,
    name: string,
    superclass: Value,
    fieldCount: number,
    isForeign: boolean,
  ) => ClassDraft | undefined;
  /** Installs the host's function of a foreign method. */
  readonly $foreign: (target: WrenClass, signature: string, isStatic: boolean) => void;
  /** Sets the attributes of a class, by their index in the module's table. */
  readonly $attributes: (target: WrenClass, index: number) => void;
  /** Runs a module, by its name in the import statement, unless it has run. */
  readonly $import: (name: string) => Value;
  /** Like `$import`, from code in resumable form. */
  readonly $importResumable: (name: string) => Value;
  /** Variables of the module in which the code is evaluated. */
  readonly $outer: OuterVariables;
  /** The value of a variable of another module. */
  readonly $variable: (module: string, name: string) => Value;
}

/** All intrinsics. */
export type Intrinsics = SharedIntrinsics & ModuleIntrinsics;
/** Name of an intrinsic. */
export type Intrinsic = keyof Intrinsics;
