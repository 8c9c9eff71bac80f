/**
 * Selectors: JavaScript property names of Wren signatures. Each contains a `$`, so that it differs
 * from names with a meaning in JavaScript (`constructor`, `then`, `__proto__`). Signatures never
 * share a selector.
 *
 *     name        foo        foo$           foo(_,_)    foo$2
 *     setter      foo=(_)    foo$set
 *     subscript   [_,_]      $get$2         [_]=(_)     $put$1
 *     operator    +(_)       $add           - (prefix)  $negate
 *     initializer init new(_)               $init$new$1
 *     no name     (_)        $1             only of `super(a)` in a subscript
 *     other arity +(_,_)     $add$2         only of `super(a,b)` in an operator
 */

const infixNames: Readonly<Record<string, string>> = {
  '+': '$add',
  '-': '$subtract',
  '*': '$multiply',
  '/': '$divide',
  '%': '$modulo',
  '<': '$less',
  '>': '$greater',
  '<=': '$lessEqual',
  '>=': '$greaterEqual',
  '==': '$equal',
  '!=': '$notEqual',
  '<<': '$shiftLeft',
  '>>': '$shiftRight',
  '&': '$bitAnd',
  '|': '$bitOr',
  '^': '$bitXor',
  '..': '$range',
  '...': '$rangeExclusive',
  is: '$is',
};

const prefixNames: Readonly<Record<string, string>> = {
  '-': '$negate',
  '!': '$not',
  '~': '$complement',
};

const signatures = new Map<string, string>();
const selectors = new Map<string, string>();

function countParameters(list: string): number {
  return list.length === 0 ? 0 : list.split(',').length;
}

function mangle(signature: string): string {
  const subscript = /^\[([_,]*)\](=\(_\))?$/.exec(signature);
  if (subscript !== null) {
    const count = countParameters(subscript[1] ?? '');
    return subscript[2] === undefined ? `$get$${count}` : `$put$${count}`;
  }
  const initializer = signature.startsWith('init ');
  const text = initializer ? signature.slice('init '.length) : signature;
  const setter = /^(\w*)=\(_\)$/.exec(text);
  if (setter !== null) return `${setter[1]}$set`;
  const call = /^(.*?)(?:\(([_,]*)\))?$/.exec(text);
  const name = call?.[1] ?? text;
  const parameters = call?.[2];
  if (!initializer && parameters === '_' && Object.hasOwn(infixNames, name)) {
    return infixNames[name] ?? name;
  }
  if (!initializer && parameters === undefined && Object.hasOwn(prefixNames, name)) {
    return prefixNames[name] ?? name;
  }
  const suffix = parameters === undefined ? '$' : `$${countParameters(parameters)}`;
  const word = /^\w*$/.test(name) ? name : (infixNames[name] ?? prefixNames[name] ?? name);
  return initializer ? `$init$${word}${suffix}` : `${word}${suffix}`;
}

/** The selector of a signature such as `insert(_,_)`, `count`, `[_]=(_)` or `init new(_)`. */
export function selectorOf(signature: string): string {
  let selector = selectors.get(signature);
  if (selector === undefined) {
    selector = mangle(signature);
    selectors.set(signature, selector);
    signatures.set(selector, signature);
  }
  return selector;
}

/** The signature of a selector that `selectorOf` returned before; undefined for other names. */
export function signatureOf(selector: string): string | undefined {
  return signatures.get(selector);
}
