/** The natives of the core, with the cost of each. */
import { coreScope, coreVariables } from '../../../interpreter/core/core-library.js';
import { randomScope } from '../../../interpreter/core/random.js';
import { createMetaScope } from '../../../interpreter/foreign/meta.js';
import { classClass } from '../../../interpreter/runtime/class.js';
import { WrenFiber } from '../../../interpreter/runtime/fiber.js';
import { WrenMap } from '../../../interpreter/runtime/map.js';
import { WrenQuery } from '../../../interpreter/runtime/query.js';
import {
  type Value,
  WrenBlock,
  WrenClass,
  WrenList,
  WrenRange,
  wrenNull,
} from '../../../interpreter/runtime/values.js';
import {
  amortized,
  constant,
  linear,
  type NativeCase,
  type NativeTable,
  rope,
} from './native-case.js';

const metaScope = createMetaScope({
  compileInCaller: () => new WrenBlock(0, () => wrenNull),
  variableNames: () => [],
});

function isClass(value: Value): value is WrenClass {
  return value instanceof WrenClass;
}

/** All native classes of the interpreter. */
export const coreClasses: readonly WrenClass[] = [
  ...new Set([
    ...[...coreScope.values(), ...coreVariables.values()].filter(isClass),
    ...[...randomScope.values(), ...metaScope.values()].filter(isClass),
    WrenQuery.prototype.$class,
    classClass,
  ]),
];

function classNamed(name: string): WrenClass {
  const found = coreClasses.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no class ${name}.`);
  return found;
}

/** An unordered list of numbers. */
function list(size: number): WrenList {
  return new WrenList(Array.from({ length: size }, (_, index) => (index * 7919) % size));
}

/** A map of strings, from which all but the last entry were removed. */
function sparseMap(size: number): WrenMap {
  const map = new WrenMap();
  for (let index = 0; index < size; index++) map.set(`key ${index}`, index);
  for (let index = 0; index < size - 1; index++) map.remove(`key ${index}`);
  return map;
}

/** A map with some entries and one whose key is a long string. */
function textMap(key: string): WrenMap {
  const map = new WrenMap();
  for (let index = 0; index < 16; index++) map.set(`key ${index}`, index);
  map.set(key, 1);
  return map;
}

const upTo = (size: number, inclusive = false) => new WrenRange(0, size, inclusive);
const downFrom = (size: number) => new WrenRange(size - 1, 0, true);

/** A call of a static method. */
function onClass(name: string, ...values: Value[]): readonly [Value, ...Value[]] {
  return [classNamed(name), ...values];
}

/** A method of numbers, without arguments or with numbers. */
const onNumber: NativeCase = constant((size) => [size, size, size]);
const onObject: NativeCase = constant((size) => [list(size), list(size)]);
const onClassItself: NativeCase = constant(() => [classNamed('Object')]);
const block = new WrenBlock(0, () => wrenNull);

function entries(
  className: string,
  signatures: string,
  value: NativeCase | readonly NativeCase[],
): NativeTable {
  return Object.fromEntries(signatures.split(' ').map((each) => [`${className}.${each}`, value]));
}

function callSignatures(): string {
  const counts = Array.from({ length: 17 }, (_, count) => count);
  return counts.map((count) => `call(${Array(count).fill('_').join(',')})`).join(' ');
}

/** A call of a method of a string, with a string as argument. */
const byText = (text: string) => linear((size) => [rope(size), text]);
const byItself: NativeCase = linear((size) => [rope(size), rope(size)]);

const textNatives: NativeTable = {
  ...entries(
    'String',
    'count trim() trimStart() trimEnd()',
    linear((size) => [rope(size)]),
  ),
  'String.[_]': [
    linear((size) => [rope(size), size - 1]),
    linear((size) => [rope(size), downFrom(size)]),
    linear((size) => [rope(size), upTo(size)]),
    linear((size) => [`\xc3\xa4${rope(size)}`, upTo(size)]),
  ],
  ...entries(
    'String',
    'byteAt_(_) codePointAt_(_) iteratorValue(_) iterate(_)',
    constant((size) => [rope(size), size - 2]),
  ),
  'String.iterateByte_(_)': constant((size) => [rope(size), 1]),
  ...entries(
    'String',
    'byteCount_ isEmpty toString',
    constant((size) => [rope(size)]),
  ),
  ...entries('String', 'contains(_) indexOf(_)', [byText('b'), byText('ab'.repeat(200)), byItself]),
  'String.indexOf(_,_)': linear((size) => [rope(size), 'b', 1]),
  ...entries('String', 'startsWith(_) endsWith(_)', [byText('b'), byItself]),
  ...entries('String', 'trim(_) trimStart(_) trimEnd(_)', [byText('ab'), byItself]),
  'String.trim_(_,_,_)': linear((size) => [`\x80${rope(size)}`, 'b', true, true]),
  'String.split(_)': [byText('a'), byText('b'), byText('\x80'), byItself],
  'String.replace(_,_)': [
    linear((size) => [rope(size), 'a', 'b']),
    linear((size) => [rope(size), 'b', rope(size)]),
    linear((size) => [`${'b'.repeat(64)}`, 'b', rope(size)]),
  ],
  ...entries('String', '==(_) !=(_)', byItself),
  'String.+(_)': constant((size) => [rope(size), rope(size)]),
  'String.*(_)': [linear((size) => ['ab', size]), linear((size) => [rope(size), 3])],
  'String.static fromCodePoint(_)': constant((size) => onClass('String', size)),
  'String.static fromByte(_)': constant(() => onClass('String', 1)),
};

const listNatives: NativeTable = {
  'List.[_]': [
    constant((size) => [list(size), size - 1]),
    linear((size) => [list(size), upTo(size)]),
    linear((size) => [list(size), downFrom(size)]),
  ],
  'List.[_]=(_)': constant((size) => [list(size), 0, rope(size)]),
  ...entries(
    'List',
    'count isEmpty clear()',
    constant((size) => [list(size)]),
  ),
  'List.indexOf(_)': [
    linear((size) => [list(size), -1]),
    linear((size) => [list(size), wrenNull]),
    linear((size) => [new WrenList([rope(size), rope(size)]), rope(size)]),
  ],
  ...entries(
    'List',
    'add(_) addCore_(_)',
    amortized(() => [list(0), 1]),
  ),
  'List.insert(_,_)': [linear((size) => [list(size), 0, 1]), linear((size) => [list(size), 1, 1])],
  'List.removeAt(_)': [
    linear((size) => [list(size), 0]),
    linear((size) => [list(size), 1]),
    constant((size) => [list(size), size - 1]),
  ],
  'List.remove(_)': linear((size) => [list(size), -1]),
  'List.swap(_,_)': constant((size) => [list(size), 0, size - 1]),
  'List.iterate(_)': constant((size) => [list(size), 1]),
  'List.iteratorValue(_)': constant((size) => [list(size), 1]),
  'List.appendList_(_)': linear((size) => [list(2), list(size)]),
  'List.sortNumbers_()': linear((size) => [list(size)]),
  'List.*(_)': [linear((size) => [list(size), 2]), linear((size) => [list(1), size])],
  'List.static new()': constant(() => onClass('List')),
  'List.static filled(_,_)': linear((size) => onClass('List', size, 1)),
};

const mapNatives: NativeTable = {
  ...entries('Map', '[_] containsKey(_) remove(_)', [
    constant(() => [sparseMap(1000), 'key 1']),
    linear((size) => [textMap(rope(size)), rope(size)]),
  ]),
  ...entries('Map', '[_]=(_) addCore_(_,_)', [
    constant((size) => [sparseMap(1000), 1, rope(size)]),
    linear((size) => [textMap(rope(size)), rope(size), 1]),
  ]),
  ...entries(
    'Map',
    'clear() count isEmpty',
    constant(() => [sparseMap(1000)]),
  ),
  'Map.iterate(_)': linear((size) => [sparseMap(size), wrenNull]),
  ...entries(
    'Map',
    'keyIteratorValue_(_) valueIteratorValue_(_)',
    constant(() => [sparseMap(1000), 1999]),
  ),
  'Map.static new()': constant(() => onClass('Map')),
};

const fiberCases: NativeTable = {
  ...entries(
    'Fiber',
    'call() call(_) try() try(_)',
    constant((size) => [new WrenFiber(block), rope(size)]),
  ),
  ...entries(
    'Fiber',
    'transfer() transfer(_) transferError(_)',
    constant((size) => [new WrenFiber(block), rope(size)]),
  ),
  ...entries(
    'Fiber',
    'error isDone',
    constant(() => [new WrenFiber(block)]),
  ),
  'Fiber.static new(_)': constant(() => onClass('Fiber', block)),
  'Fiber.static abort(_)': constant((size) => onClass('Fiber', rope(size))),
  'Fiber.static current': constant(() => onClass('Fiber')),
  'Fiber.static suspend()': constant(() => onClass('Fiber')),
  'Fiber.static yield()': constant(() => onClass('Fiber')),
  'Fiber.static yield(_)': constant((size) => onClass('Fiber', rope(size))),
};

/** The cases of all natives of the core; a missing native makes the test fail. */
export const coreNatives: NativeTable = {
  ...textNatives,
  ...listNatives,
  ...mapNatives,
  ...fiberCases,
  ...entries('Object', '! ==(_) !=(_) toString type', onObject),
  'Object.is(_)': constant((size) => [list(size), classNamed('List')]),
  'Object.static same(_,_)': linear((size) => onClass('Object', rope(size), rope(size))),
  ...entries('Class', 'name supertype toString attributes', onClassItself),
  ...entries(
    'Bool',
    '! toString',
    constant(() => [true]),
  ),
  ...entries(
    'Bool',
    '==(_) !=(_)',
    constant((size) => [true, rope(size)]),
  ),
  ...entries(
    'Null',
    '! toString',
    constant(() => [wrenNull]),
  ),
  ...entries(
    'Num',
    '+(_) -(_) *(_) /(_) %(_) - ..(_) ...(_) ==(_) !=(_) <(_) >(_) <=(_) >=(_) &(_) |(_) ^(_) <<(_) >>(_) ~',
    onNumber,
  ),
  ...entries(
    'Num',
    'abs acos asin atan cbrt ceil cos exp floor fraction log log2 round sign sin sqrt tan truncate',
    onNumber,
  ),
  ...entries('Num', 'atan(_) pow(_) min(_) max(_) clamp(_,_)', onNumber),
  ...entries('Num', 'isInfinity isInteger isNan toString', onNumber),
  ...Object.fromEntries(
    ['infinity', 'nan', 'pi', 'tau', 'largest', 'smallest'].map((name) => [
      `Num.static ${name}`,
      constant(() => onClass('Num')),
    ]),
  ),
  'Num.static maxSafeInteger': constant(() => onClass('Num')),
  'Num.static minSafeInteger': constant(() => onClass('Num')),
  'Num.static fromString(_)': [
    linear((size) => onClass('Num', rope(size))),
    linear((size) => onClass('Num', `${'1'.repeat(size)}${rope(16)}`)),
  ],
  ...entries(
    'Fn',
    callSignatures(),
    constant((size) => [block, ...Array(16).fill(rope(size))]),
  ),
  ...entries(
    'Fn',
    'arity toString',
    constant(() => [block]),
  ),
  'Fn.static new(_)': constant(() => onClass('Fn', block)),
  ...entries(
    'Range',
    '==(_) !=(_)',
    constant((size) => [upTo(size), upTo(size)]),
  ),
  ...entries(
    'Range',
    'from to min max isInclusive toString',
    constant((size) => [upTo(size)]),
  ),
  ...entries(
    'Range',
    'iterate(_) iteratorValue(_)',
    constant((size) => [upTo(size), 1]),
  ),
  'System.static clock': constant(() => onClass('System')),
  'System.static gc()': constant(() => onClass('System')),
  'System.static writeString_(_)': linear((size) => onClass('System', rope(size))),
  'System.static writeLine_(_)': linear((size) => onClass('System', rope(size))),
  'Check.static count(_)': constant((size) => onClass('Check', size)),
  'Check.static comparer(_)': constant(() => onClass('Check', block)),
  'Check.static emptyReduce()': constant(() => onClass('Check')),
  ...entries(
    'Generator',
    'word fraction',
    constant(() => [makeGenerator()]),
  ),
  'Generator.static fromRandomSeed()': constant(() => onClass('Generator')),
  'Generator.static fromSeed(_)': constant((size) => onClass('Generator', list(size))),
  'Generator.static rejectSample()': constant(() => onClass('Generator')),
  ...entries(
    'Query',
    'sql toString',
    constant((size) => [new WrenQuery(rope(size))]),
  ),
  ...Object.fromEntries(
    ['compile(_)', 'compile(_,_)', 'variables(_)'].map((signature) => [
      `Modules.static ${signature}`,
      linear((size) => onClass('Modules', rope(size), true)),
    ]),
  ),
};

function makeGenerator(): Value {
  const generator = classNamed('Generator');
  const make = (generator as unknown as { fromSeed$1: (seed: Value) => Value }).fromSeed$1;
  return make.call(generator, 1);
}
