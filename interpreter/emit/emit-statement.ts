/** Emits statements in direct form. */
import type {
  IfBranch,
  IfStatement,
  ImportStatement,
  ReturnStatement,
  Statement,
  VariableStatement,
  WhileStatement,
} from '../resolve/resolved-ast.js';
import { chargeStep } from '../runtime/charge.js';
import type { FunctionContext } from './context.js';
import { emitClassStatement } from './emit-class.js';
import { emitCondition, emitValue } from './emit-expression.js';
import { emitFor } from './emit-loop.js';
import { markLine } from './layout.js';
import { quote } from './names.js';

function emitStatements(ctx: FunctionContext, statements: readonly Statement[]): string {
  return statements.map((statement) => emitStatement(ctx, statement)).join('');
}

/** Emits a statement. Each statement begins without temporaries in use. */
export function emitStatement(ctx: FunctionContext, statement: Statement): string {
  chargeStep();
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
      return ctx.emitBreak();
    case 'continue':
      return ctx.emitContinue();
    case 'return':
      return emitReturn(ctx, statement);
    case 'class':
      return emitClassStatement(ctx, statement);
    case 'import':
      return emitImport(ctx, statement);
  }
}

function emitVariable(ctx: FunctionContext, { variable, value }: VariableStatement): string {
  const text = emitValue(ctx, value);
  const isConstant = variable.kind === 'local-variable' && !variable.assigned;
  if (isConstant && ctx.module.isNumber(value)) ctx.module.addNumber(variable);
  return ctx.emitDefinition(variable, text);
}

/** The engine nests each `else if` in the one before it, which its stack limits. */
const mostNested = 100;

function emitIf(ctx: FunctionContext, { branches, otherwise }: IfStatement): string {
  if (branches.length > mostNested) return emitLongIf(ctx, branches, otherwise);
  const parts = branches.map((branch) => emitBranch(ctx, branch));
  if (otherwise !== undefined) parts.push(`{${emitStatement(ctx, otherwise)}}`);
  return parts.join('else ');
}

/** Emits branches in sequence; each ends with a jump out of the enclosing block. */
function emitLongIf(
  ctx: FunctionContext,
  branches: readonly IfBranch[],
  otherwise: Statement | undefined,
): string {
  const label = `$i${ctx.numberLoop()}`;
  const parts = branches.map((branch) => emitBranch(ctx, branch, `break ${label};`));
  if (otherwise !== undefined) parts.push(emitStatement(ctx, otherwise));
  return `${label}:{${parts.join('')}}`;
}

function emitBranch(ctx: FunctionContext, { condition, then }: IfBranch, end = ''): string {
  ctx.startStatement();
  return `if(${emitCondition(ctx, condition)}){${emitStatement(ctx, then)}${end}}`;
}

function emitWhile(ctx: FunctionContext, { condition, body, line }: WhileStatement): string {
  const head = `while(${emitCondition(ctx, condition)})`;
  const tick = ctx.emitLoopTick(line);
  const start = ctx.emitLoopStart(line);
  return `${start}${head}{${tick}${ctx.emitLoopBody(() => emitStatement(ctx, body))}}`;
}

function emitReturn(ctx: FunctionContext, { value }: ReturnStatement): string {
  return `return ${value === undefined ? ctx.implicitResult : emitValue(ctx, value)};`;
}

/** Emits an import: runs the module unless it has run, then copies the values of its variables. */
function emitImport(ctx: FunctionContext, statement: ImportStatement): string {
  const run = `${ctx.module.use('$import')}(${quote(statement.module)})`;
  return `${markLine(statement.line)}${run};${emitImportCopies(ctx, statement)}`;
}

/** Emits the variables of an import statement, after the module has run. */
export function emitImportCopies(ctx: FunctionContext, statement: ImportStatement): string {
  const copies = statement.bindings.map(({ name, variable, line }) => {
    const found = `${ctx.module.use('$variable')}(${quote(statement.module)},${quote(name)})`;
    return ctx.emitDefinition(variable, `(${markLine(line)}${found})`);
  });
  return copies.join('');
}
