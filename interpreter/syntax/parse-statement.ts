/**
 * Statements, and definitions: statements that bind a name, which cannot be the body of an `if` or
 * loop.
 */
import type {
  Block,
  Expression,
  Identifier,
  IfStatement,
  ImportBinding,
  JumpStatement,
  Statement,
} from './ast.js';
import { checkJump } from './jump-limit.js';
import { parseAttributes } from './parse-attributes.js';
import { parseClass } from './parse-class.js';
import { parseExpression } from './parse-expression.js';
import type { Parser } from './parser.js';

/** Parses a class, an import, a variable or another statement. */
export function parseDefinition(parser: Parser): Statement {
  const attributes = parseAttributes(parser);
  const isAfterStray = parser.scopes.takeStrayAttributes();
  if (parser.match('class')) return parseClass(parser, { isForeign: false, attributes });
  if (parser.match('foreign')) {
    parser.consume('class', 'expectForeignClass');
    return parseClass(parser, { isForeign: true, attributes });
  }
  if (attributes !== undefined || isAfterStray) parser.fail('misplacedAttributes');
  if (parser.match('import')) return parseImport(parser);
  if (parser.match('var')) return parseVariableDefinition(parser);
  return parseStatement(parser);
}

/** Parses a block after its opening brace. */
function parseBlock(parser: Parser): Block {
  const { start, line } = parser.previous;
  const statements: Statement[] = [];
  let expression: Expression | undefined;
  if (!parser.match('}')) {
    if (parser.matchLine()) parseStatements(parser, statements);
    else {
      expression = parseExpression(parser);
      parser.consume('}', 'expectBlockEnd');
    }
  }
  return { statements, expression, start, end: parser.previous.end, line };
}

/**
 * Parses the body of a function or method after its opening brace. A body counts as a level of
 * nesting, because the engine needs more stack to compile it than for an expression.
 */
export function parseBody(parser: Parser): Block {
  parser.enter();
  const body = parseBlock(parser);
  parser.leave();
  return body;
}

function parseStatements(parser: Parser, statements: Statement[]): void {
  if (parser.match('}')) return;
  do {
    statements.push(parseDefinition(parser));
    parser.consumeLine('expectNewlineAfterStatement');
  } while (!parser.at('}') && !parser.at('end'));
  parser.consume('}', 'expectBlockEnd');
}

function parseStatement(parser: Parser): Statement {
  parser.enter();
  const statement = parseKeywordStatement(parser) ?? parseExpressionStatement(parser);
  parser.leave();
  return statement;
}

function parseKeywordStatement(parser: Parser): Statement | undefined {
  switch (parser.current.kind) {
    case 'break':
    case 'continue':
      return parseJump(parser, parser.current.kind);
    case 'for':
      return parseFor(parser);
    case 'if':
      return parseIf(parser);
    case 'return':
      return parseReturn(parser);
    case 'while':
      return parseWhile(parser);
    case '{':
      return parseBlockStatement(parser);
    default:
      return undefined;
  }
}

function parseExpressionStatement(parser: Parser): Statement {
  const expression = parseExpression(parser);
  const { end, line } = parser.previous;
  return { kind: 'expression-statement', expression, start: expression.start, end, line };
}

function parseJump(parser: Parser, kind: JumpStatement['kind']): Statement {
  parser.advance();
  return { kind, ...parser.previousPlace() };
}

function parseFor(parser: Parser): Statement {
  parser.advance();
  const { start } = parser.previous;
  parser.consume('(', 'expectForStart');
  const identifier = parser.consumeIdentifier('expectForVariable');
  parser.consume('in', 'expectForIn');
  parser.matchLine();
  const sequence = parseExpression(parser);
  const last = parser.previousPlace();
  parser.consume(')', 'expectForEnd');
  const place = parser.placeFrom(start);
  parser.scopes.openScope();
  const declaration = parser.scopes.declareLoopVariable(identifier, last);
  const body = parseStatement(parser);
  checkJump(parser, body, 'for');
  parser.scopes.closeScope();
  return { kind: 'for', declaration, sequence, body, ...place };
}

/**
 * Parses an `if` with its `else if` branches. Their number is unlimited, so there is no recursion.
 */
function parseIf(parser: Parser): Statement | undefined {
  const branches: Branch[] = [];
  let hasElse = true;
  while (hasElse && parser.match('if')) {
    const branch = parseBranch(parser);
    branches.push(branch);
    hasElse = parser.match('else');
    checkJump(parser, branch.then, hasElse ? 'branch' : 'none');
  }
  let rest = hasElse ? parseStatement(parser) : undefined;
  for (const branch of branches.toReversed()) {
    if (rest !== undefined) checkJump(parser, rest);
    rest = { ...branch, otherwise: rest };
  }
  return rest;
}

type Branch = Omit<IfStatement, 'otherwise'>;

function parseBranch(parser: Parser): Branch {
  const { start } = parser.previous;
  parser.consume('(', 'expectIfStart');
  const condition = parseExpression(parser);
  parser.consume(')', 'expectIfEnd');
  const place = parser.placeFrom(start);
  const then = parseStatement(parser);
  return { kind: 'if', condition, then, ...place };
}

function parseWhile(parser: Parser): Statement {
  parser.advance();
  const { start } = parser.previous;
  parser.consume('(', 'expectWhileStart');
  const condition = parseExpression(parser);
  parser.consume(')', 'expectWhileEnd');
  const place = parser.placeFrom(start);
  const body = parseStatement(parser);
  checkJump(parser, body, 'while');
  return { kind: 'while', condition, body, ...place };
}

/** Parses a `return`, whose value must begin on the same line. */
function parseReturn(parser: Parser): Statement {
  parser.advance();
  const keyword = parser.previousPlace();
  // Wren requires a line end; here a script may end right after `return`.
  const isBare = parser.at('line') || parser.at('end');
  const value = isBare ? undefined : parseExpression(parser);
  const { end, line } = parser.previous;
  return { kind: 'return', keyword, value, start: keyword.start, end, line };
}

function parseBlockStatement(parser: Parser): Statement {
  parser.advance();
  parser.scopes.openScope();
  const block = parseBlock(parser);
  parser.scopes.closeScope();
  const { end, line } = parser.previous;
  return { kind: 'block', block, start: block.start, end, line };
}

/** `import "module" for Name, Other as Alias` */
function parseImport(parser: Parser): Statement {
  parser.matchLine();
  parser.consume('string', 'expectImportString');
  const { text: module, start, end, line } = parser.previous;
  const bindings: ImportBinding[] = [];
  if (parser.match('for')) {
    do bindings.push(parseImportBinding(parser));
    while (parser.match(','));
  }
  return { kind: 'import', module, bindings, start, end, line };
}

function parseImportBinding(parser: Parser): ImportBinding {
  parser.matchLine();
  const identifier = parser.consumeIdentifier('expectVariableName');
  const variable = parser.match('as') ? parser.consumeIdentifier('expectVariableName') : identifier;
  return { identifier, variable: parser.scopes.declare(variable) };
}

/** A variable is not yet visible in its own initializer. */
function parseVariableDefinition(parser: Parser): Statement {
  const { start } = parser.previous;
  const identifier: Identifier = parser.consumeIdentifier('expectVariableName');
  let value: Expression | undefined;
  if (parser.match('=')) {
    parser.matchLine();
    value = parseExpression(parser);
  }
  const last = parser.previousPlace();
  const declaration = parser.scopes.declare(identifier, last);
  return { kind: 'variable', declaration, value, last, start, end: last.end, line: last.line };
}
