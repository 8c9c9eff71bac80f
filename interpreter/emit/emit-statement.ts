/** Statements. Each begins with no temporary in use. */
import type {
  IfStatement,
  ImportStatement,
  ReturnStatement,
  Statement,
  VariableStatement,
  WhileStatement,
} from '../resolve/resolved-ast.js';
import type { FunctionContext } from './context.js';
import { emitClassStatement } from './emit-class.js';
import { emitCondition, emitValue } from './emit-expression.js';
import { emitFor } from './emit-loop.js';
import { markLine } from './layout.js';
import { quote } from './names.js';

export function emitStatements(ctx: FunctionContext, statements: readonly Statement[]): string {
  return statements.map((statement) => emitStatement(ctx, statement)).join('');
}

export function emitStatement(ctx: FunctionContext, statement: Statement): string {
  ctx.startStatement();
  switch (statement.kind) {
    case 'expression-statement':
      return `${emitValue(ctx, statement.expression)};`;
    case 'variable':
      return emitVariable(ctx, statement);
    case 'block':
      return `{${emitStatements(ctx, statement.body)}}`;
    case 'if':
      return emitIf(ctx, statement);
    case 'while':
      return emitWhile(ctx, statement);
    case 'for':
      return emitFor(ctx, statement);
    case 'break':
      return 'break;';
    case 'continue':
      return 'continue;';
    case 'return':
      return emitReturn(ctx, statement);
    case 'class':
      return emitClassStatement(ctx, statement);
    case 'import':
      return emitImport(ctx, statement);
  }
}

function emitVariable(ctx: FunctionContext, { variable, value }: VariableStatement): string {
  return ctx.emitDefinition(variable, emitValue(ctx, value));
}

function emitIf(ctx: FunctionContext, { condition, then, otherwise }: IfStatement): string {
  const head = `if(${emitCondition(ctx, condition)}){${emitStatement(ctx, then)}}`;
  return otherwise === undefined ? head : `${head}else{${emitStatement(ctx, otherwise)}}`;
}

function emitWhile(ctx: FunctionContext, { condition, body, line }: WhileStatement): string {
  const head = `while(${emitCondition(ctx, condition)})`;
  return `${head}{${ctx.emitLoopTick(line)}${emitStatement(ctx, body)}}`;
}

function emitReturn(ctx: FunctionContext, { value }: ReturnStatement): string {
  return `return ${value === undefined ? ctx.implicitResult : emitValue(ctx, value)};`;
}

/** Runs the other module unless that has happened, then copies the values of its variables. */
function emitImport(ctx: FunctionContext, { module, bindings, line }: ImportStatement): string {
  const name = quote(module);
  const run = `${markLine(line)}${ctx.module.use('$import')}(${name});`;
  const copies = bindings.map((binding) => {
    const found = `${ctx.module.use('$variable')}(${name},${quote(binding.name)})`;
    return ctx.emitDefinition(binding.variable, `(${markLine(binding.line)}${found})`);
  });
  return `${run}${copies.join('')}`;
}
