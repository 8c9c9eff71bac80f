import type {
  Argument,
  Attribute,
  Block,
  Identifier,
  MethodDefinition,
  Statement,
} from '../../../interpreter/syntax/ast.js';

/** A statement as text in parentheses, operator or keyword first: `(call +(_) 1 a)`. */
export function dumpStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'expression-statement':
      return dumpExpression(statement.expression);
    case 'variable': {
      const { declaration, value } = statement;
      return value === undefined
        ? `(var ${declaration.name})`
        : `(var ${declaration.name} ${dumpExpression(value)})`;
    }
    case 'block':
      return dumpBlock(statement.block);
    case 'if': {
      const { condition, then, otherwise } = statement;
      const rest = otherwise === undefined ? '' : ` ${dumpStatement(otherwise)}`;
      return `(if ${dumpExpression(condition)} ${dumpStatement(then)}${rest})`;
    }
    case 'while':
      return `(while ${dumpExpression(statement.condition)} ${dumpStatement(statement.body)})`;
    case 'for': {
      const { declaration, sequence, body } = statement;
      return `(for ${declaration.name} ${dumpExpression(sequence)} ${dumpStatement(body)})`;
    }
    case 'break':
    case 'continue':
      return `(${statement.kind})`;
    case 'return':
      return statement.value === undefined
        ? '(return)'
        : `(return ${dumpExpression(statement.value)})`;
    case 'class': {
      const { declaration, superclass, isForeign, attributes, methods } = statement;
      const head = [
        ...attributes.map(dumpAttribute),
        isForeign ? 'foreign-class' : 'class',
        declaration.name,
        ...(superclass === undefined ? [] : ['is', dumpExpression(superclass)]),
      ];
      return `(${[...head, ...methods.map(dumpMethod)].join(' ')})`;
    }
    case 'import': {
      const bindings = statement.bindings.map(
        ({ identifier, variable }) => ` ${identifier.name}:${variable.name}`,
      );
      return `(import ${statement.module}${bindings.join('')})`;
    }
  }
}

function dumpExpression(expression: Argument): string {
  switch (expression.kind) {
    case 'literal':
      return JSON.stringify(expression.value);
    case 'query':
      return `(query ${expression.sql})`;
    case 'interpolation':
      return `(interpolation ${expression.parts.map(dumpExpression).join(' ')})`;
    case 'list':
      return `[${expression.elements.map(dumpExpression).join(' ')}]`;
    case 'map':
      return `{${expression.entries
        .map(({ key, value }) => `${dumpExpression(key)}:${dumpExpression(value)}`)
        .join(' ')}}`;
    case 'name':
    case 'field':
    case 'static-field':
      return expression.name;
    case 'this':
      return 'this';
    case 'assignment':
      return `(= ${dumpExpression(expression.target)} ${dumpExpression(expression.value)})`;
    case 'call': {
      const { receiver, signature, arguments: values } = expression;
      return `(${[signature, ...[receiver, ...values].map(dumpExpression)].join(' ')})`;
    }
    case 'super-call': {
      const { name = '', form, arguments: values } = expression;
      return `(${['super', `${form}:${name}`, ...values.map(dumpExpression)].join(' ')})`;
    }
    case 'logical': {
      const { operator, left, right } = expression;
      return `(${operator} ${dumpExpression(left)} ${dumpExpression(right)})`;
    }
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      return `(? ${[condition, then, otherwise].map(dumpExpression).join(' ')})`;
    }
    case 'block-argument':
      return `|${dumpNames(expression.parameters)}|${dumpBlock(expression.body)}`;
    case 'invalid':
      return '<invalid>';
  }
}

/** A block as text: `{expression}`, or `{ statement; statement }`. */
function dumpBlock({ expression, statements }: Block): string {
  if (expression !== undefined) return `{${dumpExpression(expression)}}`;
  return `{ ${statements.map(dumpStatement).join('; ')} }`;
}

function dumpMethod({ type, signature, parameters, body, attributes }: MethodDefinition): string {
  const head = [...attributes.map(dumpAttribute), type, signature, dumpNames(parameters)];
  return `(${head.join(' ')} ${body === undefined ? 'foreign' : dumpBlock(body)})`;
}

function dumpAttribute({ group = '', key, value }: Attribute): string {
  return `#${group}/${key}=${JSON.stringify(value)}`;
}

function dumpNames(identifiers: readonly Identifier[]): string {
  return identifiers.map(({ name }) => name).join(',');
}
