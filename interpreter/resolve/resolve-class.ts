/** Resolves class statements. */
import type * as ast from '../syntax/ast.js';
import { ClassScope } from './class-scope.js';
import { resolveExpression } from './resolve-expression.js';
import { resolveFunction, resolveParameters } from './resolve-function.js';
import type { Attribute, ClassStatement, MethodNode } from './resolved-ast.js';
import type { Resolver } from './resolver.js';

/** Resolves a class and its methods. */
export function resolveClass(resolver: Resolver, node: ast.ClassStatement): ClassStatement {
  const { declaration, isForeign, line } = node;
  const { name } = declaration;
  const variable = resolver.declare(declaration);
  resolver.function.hasNested = true;
  resolver.addLiteral(name, declaration);
  const superclass =
    node.superclass === undefined ? undefined : resolveExpression(resolver, node.superclass);
  const scope = new ClassScope(resolver.nextId(), name, isForeign);
  const methods = node.methods.map((method) => resolveMethod(resolver, method, scope));
  return {
    kind: 'class',
    name,
    variable,
    id: scope.id,
    superclass,
    foreign: isForeign,
    fields: scope.fields,
    staticFields: scope.staticFields,
    methods,
    attributes: resolveAttributes(node.attributes),
    line,
  };
}

function resolveMethod(
  resolver: Resolver,
  node: ast.MethodDefinition,
  scope: ClassScope,
): MethodNode {
  const { type, name, signature, parameters, signatureEnd, body, line } = node;
  // In Wren, a constructor is two methods: a static one that makes the object, and its initializer.
  const label = type === 'constructor' ? `init ${signature}` : signature;
  const role = type === 'constructor' ? 'initializer' : 'method';
  resolver.enterMethod({ class: scope, name, type });
  const isNew = scope.addMethod(label, type === 'static');
  if (!isNew) {
    resolver.sink.report('duplicateMethod', signatureEnd, scope.name, type === 'static', label);
  }
  if (body === undefined) resolveParameters(resolver, parameters);
  const resolved =
    body === undefined ? undefined : resolveFunction(resolver, { role, parameters, body, label });
  resolver.leaveFunction();
  resolver.addFunction(signatureEnd);
  return {
    kind: 'method',
    signature,
    type,
    foreign: body === undefined,
    function: resolved,
    attributes: resolveAttributes(node.attributes),
    line,
  };
}

function resolveAttributes(attributes: readonly Attribute[]): readonly Attribute[] | undefined {
  return attributes.length === 0 ? undefined : attributes;
}
