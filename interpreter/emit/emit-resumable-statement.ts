/**
 * Emits statements in resumable form. Statements that cannot be suspended are as in direct form.
 */
import { isNumericRange } from '../resolve/node-facts.js';
import type {
  CallExpression,
  ForStatement,
  IfBranch,
  IfStatement,
  ImportStatement,
  ReturnStatement,
  Statement,
  WhileStatement,
} from '../resolve/resolved-ast.js';
import { emitClassStatement } from './emit-class.js';
import { noteNumber } from './emit-loop.js';
import { addCondition, addMethodCall, addValue } from './emit-resumable-expression.js';
import { emitImportCopies, emitStatement } from './emit-statement.js';
import { markLine } from './layout.js';
import { quote } from './names.js';
import { isCompound, type ResumableContext } from './resumable-context.js';

/** Adds statements in order. */
export function addStatements(ctx: ResumableContext, statements: readonly Statement[]): void {
  for (const statement of statements) addStatement(ctx, statement);
}

function addStatement(ctx: ResumableContext, statement: Statement): void {
  ctx.startStatement();
  if (ctx.points.inStatement(statement)) addSuspendable(ctx, statement);
  else if (isCompound(statement)) ctx.addPlain(() => emitStatement(ctx, statement));
  else ctx.add(emitStatement(ctx, statement));
}

function addSuspendable(ctx: ResumableContext, statement: Statement): void {
  switch (statement.kind) {
    case 'expression-statement':
      ctx.add(`${addValue(ctx, statement.expression)};`);
      break;
    case 'variable':
      ctx.add(ctx.emitDefinition(statement.variable, addValue(ctx, statement.value)));
      break;
    case 'return':
      ctx.add(`return ${emitResult(ctx, statement)};`);
      break;
    case 'block':
      addStatements(ctx, statement.body);
      break;
    case 'if':
      addIf(ctx, statement);
      break;
    case 'while':
      addWhile(ctx, statement);
      break;
    case 'for':
      addFor(ctx, statement);
      break;
    case 'import':
      addImport(ctx, statement);
      break;
    case 'class':
      if (statement.superclass !== undefined) {
        ctx.replace(statement.superclass, addValue(ctx, statement.superclass));
      }
      ctx.add(emitClassStatement(ctx, statement));
      break;
  }
}

function emitResult(ctx: ResumableContext, { value }: ReturnStatement): string {
  return value === undefined ? ctx.implicitResult : addValue(ctx, value);
}

function addIf(ctx: ResumableContext, { branches, otherwise }: IfStatement): void {
  const end = ctx.takePlace();
  for (const branch of branches) addBranch(ctx, branch, end);
  if (otherwise !== undefined) addStatement(ctx, otherwise);
  ctx.addPlace(end);
}

/** Adds a branch that ends with a jump to `end`. */
function addBranch(ctx: ResumableContext, { condition, then }: IfBranch, end: number): void {
  ctx.startStatement();
  const next = ctx.takePlace();
  ctx.add(`if(!${addCondition(ctx, condition)})${ctx.emitJump(next)}`);
  addStatement(ctx, then);
  ctx.add(ctx.emitJump(end));
  ctx.addPlace(next);
}

function addWhile(ctx: ResumableContext, { condition, body, line }: WhileStatement): void {
  const start = ctx.takePlace();
  const end = ctx.takePlace();
  ctx.addPlace(start);
  ctx.add(`if(!${addCondition(ctx, condition)})${ctx.emitJump(end)}`);
  addLoopEnd(ctx, body, line, start, end);
}

/** Adds a loop's body, the jump back, and the place behind the loop. */
function addLoopEnd(
  ctx: ResumableContext,
  body: Statement,
  line: number,
  continuePlace: number,
  breakPlace: number,
): void {
  ctx.add(ctx.emitLoopTick(line));
  ctx.withPlaces({ continuePlace, breakPlace }, () => addStatement(ctx, body));
  ctx.add(ctx.emitJump(continuePlace));
  ctx.addPlace(breakPlace);
}

function addFor(ctx: ResumableContext, statement: ForStatement): void {
  const { sequence } = statement;
  if (sequence.kind === 'call' && isNumericRange(sequence)) addRangeLoop(ctx, statement, sequence);
  else addSequenceLoop(ctx, statement);
}

/** Adds a loop as in direct form: inline over a list, by Wren's protocol otherwise. */
function addSequenceLoop(
  ctx: ResumableContext,
  { variable, sequence, body, line }: ForStatement,
): void {
  const [held, items, iterator] = [ctx.takeLoopSlot(), ctx.takeLoopSlot(), ctx.takeLoopSlot()];
  const [start, inside, end] = [ctx.takePlace(), ctx.takePlace(), ctx.takePlace()];
  const nil = ctx.module.use('$null');
  const element = ctx.takeLoopSlot();
  ctx.add(`${held}=${addValue(ctx, sequence)};${items}=${held}.items;`);
  ctx.add(`${iterator}=${items}===void 0?${nil}:0;`);
  ctx.addPlace(start);
  ctx.startStatement();
  ctx.add(
    `if(${items}!==void 0){if(${iterator}>=${items}.length)${ctx.emitJump(end)}` +
      `${element}=${items}[${iterator}++];${ctx.emitJump(inside)}}`,
  );
  const next = addMethodCall(ctx, held, 'iterate(_)', [iterator], line);
  ctx.add(`${iterator}=${next};if(${next}===false||${next}===${nil})${ctx.emitJump(end)}`);
  ctx.add(`${element}=${addMethodCall(ctx, held, 'iteratorValue(_)', [iterator], line)};`);
  ctx.addPlace(inside);
  ctx.add(ctx.emitDefinition(variable, element));
  addLoopEnd(ctx, body, line, start, end);
}

/** Adds a loop over a range that begins with a literal number, so over numbers. */
function addRangeLoop(ctx: ResumableContext, statement: ForStatement, range: CallExpression): void {
  const { variable, body, line } = statement;
  const [current, to, isUpward] = [
    ctx.takeLoopSlot(true),
    ctx.takeLoopSlot(true),
    ctx.takeLoopSlot(),
  ];
  const [start, end] = [ctx.takePlace(), ctx.takePlace()];
  const isInclusive = range.signature === '..(_)';
  ctx.add(`$m=${addValue(ctx, range)};${current}=$m.from;${to}=$m.to;`);
  ctx.add(`${isUpward}=${current}<${to};`);
  ctx.addPlace(start);
  const up = `${current}${isInclusive ? '<=' : '<'}${to}`;
  const down = `!(${current}${isInclusive ? '<' : '<='}${to})`;
  ctx.add(`if(!(${isUpward}?${up}:${down}))${ctx.emitJump(end)}`);
  ctx.add(ctx.emitDefinition(variable, current));
  noteNumber(ctx, statement);
  ctx.add(`${current}+=${isUpward}?1:-1;`);
  addLoopEnd(ctx, body, line, start, end);
}

function addImport(ctx: ResumableContext, statement: ImportStatement): void {
  const run = `(${markLine(statement.line)}${ctx.module.use('$importResumable')}(${quote(statement.module)}))`;
  ctx.addSuspendableCall(run, statement.line);
  ctx.add(emitImportCopies(ctx, statement));
}
