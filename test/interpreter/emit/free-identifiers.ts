/** Finds the free identifiers of a JavaScript text. */
import { type AnyNode, type Node, type Pattern, parse } from 'acorn';

/** Names declared by a function or block, with the enclosing scope. */
class Scope {
  readonly #names = new Set<string>();
  readonly #outer: Scope | undefined;

  constructor(outer: Scope | undefined) {
    this.#outer = outer;
  }

  declare(pattern: Pattern | null | undefined): void {
    if (pattern === null || pattern === undefined) return;
    if (pattern.type !== 'Identifier') throw new Error(`Unexpected pattern: ${pattern.type}.`);
    this.#names.add(pattern.name);
  }

  has(name: string): boolean {
    return this.#names.has(name) || (this.#outer?.has(name) ?? false);
  }
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const blockTypes = ['Program', 'BlockStatement', 'ForStatement', 'SwitchStatement', 'StaticBlock'];

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter(
      (child): child is AnyNode => typeof child === 'object' && child !== null && 'type' in child,
    );
}

/** Declares the names of a scope; `var` and functions belong to the whole function. */
function declareIn(scope: Scope, node: AnyNode, isFunctionLevel: boolean): void {
  for (const child of childrenOf(node)) {
    if (functionTypes.includes(child.type)) {
      if (child.type === 'FunctionDeclaration') scope.declare(child.id);
      continue;
    }
    if (child.type === 'VariableDeclaration' && isFunctionLevel === (child.kind === 'var')) {
      for (const { id } of child.declarations) scope.declare(id);
    }
    if (isFunctionLevel || !blockTypes.includes(child.type))
      declareIn(scope, child, isFunctionLevel);
  }
}

/** The evaluated parts of a node, without names of properties and labels. */
function evaluatedParts(node: AnyNode): AnyNode[] {
  switch (node.type) {
    case 'MemberExpression':
      return node.computed ? [node.object, node.property] : [node.object];
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition': {
      const value = node.value === null || node.value === undefined ? [] : [node.value];
      return node.computed ? [node.key, ...value] : value;
    }
    case 'LabeledStatement':
      return [node.body];
    case 'BreakStatement':
    case 'ContinueStatement':
      return [];
    default:
      return childrenOf(node);
  }
}

function scopeOf(node: AnyNode, outer: Scope): Scope {
  const scope = new Scope(outer);
  if (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  ) {
    for (const parameter of node.params) scope.declare(parameter);
    declareIn(scope, node.body, true);
  } else if (node.type === 'ClassExpression' || node.type === 'ClassDeclaration') {
    scope.declare(node.id);
  } else {
    declareIn(scope, node, node.type === 'Program');
    if (node.type === 'Program') declareIn(scope, node, false);
  }
  return scope;
}

function collect(node: AnyNode, scope: Scope, free: Set<string>): void {
  if (node.type === 'Identifier') {
    if (!scope.has(node.name)) free.add(node.name);
    return;
  }
  const hasScope =
    functionTypes.includes(node.type) ||
    blockTypes.includes(node.type) ||
    node.type.startsWith('Class');
  const inner = hasScope ? scopeOf(node, scope) : scope;
  for (const part of evaluatedParts(node)) collect(part, inner, free);
}

/** The free identifiers of a JavaScript text, sorted. */
export function findFreeIdentifiers(text: string): string[] {
  const program: Node = parse(text, { ecmaVersion: 2022 });
  const free = new Set<string>();
  collect(program as AnyNode, new Scope(undefined), free);
  return [...free].sort();
}
