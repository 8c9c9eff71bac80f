/** Statements of a resumable form. Those that cannot be suspended are emitted as in direct form. */
import { isNumericRange } from '../resolve/calls.js';
import type {
  CallExpression,
  ForStatement,
  IfStatement,
  ImportStatement,
  ReturnStatement,
  Statement,
  WhileStatement,
} from '../resolve/resolved-ast.js';
import { emitClassStatement } from './emit-class.js';
import { emitFrameCondition, emitFrameValue, emitWait } from './emit-resumable-expression.js';
import { emitImportCopies, emitStatement } from './emit-statement.js';
import { markLine } from './layout.js';
import { quote } from './names.js';
import { type FrameContext, isCompound } from './resumable-context.js';

export function emitFrameStatements(ctx: FrameContext, statements: readonly Statement[]): void {
  for (const statement of statements) emitFrameStatement(ctx, statement);
}

function emitFrameStatement(ctx: FrameContext, statement: Statement): void {
  ctx.startStatement();
  if (ctx.points.inStatement(statement)) emitSuspendable(ctx, statement);
  else if (isCompound(statement)) ctx.addPlain(() => emitStatement(ctx, statement));
  else ctx.add(emitStatement(ctx, statement));
}

function emitSuspendable(ctx: FrameContext, statement: Statement): void {
  switch (statement.kind) {
    case 'expression-statement':
      ctx.add(`${emitFrameValue(ctx, statement.expression)};`);
      break;
    case 'variable':
      ctx.add(ctx.emitDefinition(statement.variable, emitFrameValue(ctx, statement.value)));
      break;
    case 'return':
      ctx.add(`return ${emitResult(ctx, statement)};`);
      break;
    case 'block':
      emitFrameStatements(ctx, statement.body);
      break;
    case 'if':
      emitIf(ctx, statement);
      break;
    case 'while':
      emitWhile(ctx, statement);
      break;
    case 'for':
      emitFor(ctx, statement);
      break;
    case 'import':
      emitImport(ctx, statement);
      break;
    case 'class':
      if (statement.superclass !== undefined) {
        ctx.replace(statement.superclass, emitFrameValue(ctx, statement.superclass));
      }
      ctx.add(emitClassStatement(ctx, statement));
      break;
  }
}

function emitResult(ctx: FrameContext, { value }: ReturnStatement): string {
  return value === undefined ? ctx.implicitResult : emitFrameValue(ctx, value);
}

function emitIf(ctx: FrameContext, { condition, then, otherwise }: IfStatement): void {
  const otherPlace = ctx.takePlace();
  ctx.add(`if(!${emitFrameCondition(ctx, condition)})${ctx.emitJump(otherPlace)}`);
  emitFrameStatement(ctx, then);
  if (otherwise === undefined) {
    ctx.addPlace(otherPlace);
    return;
  }
  const end = ctx.takePlace();
  ctx.add(ctx.emitJump(end));
  ctx.addPlace(otherPlace);
  emitFrameStatement(ctx, otherwise);
  ctx.addPlace(end);
}

function emitWhile(ctx: FrameContext, { condition, body, line }: WhileStatement): void {
  const start = ctx.takePlace();
  const end = ctx.takePlace();
  ctx.addPlace(start);
  ctx.add(`if(!${emitFrameCondition(ctx, condition)})${ctx.emitJump(end)}`);
  emitLoopEnd(ctx, body, line, start, end);
}

/** A loop's body, the jump back, and the place behind the loop. */
function emitLoopEnd(
  ctx: FrameContext,
  body: Statement,
  line: number,
  continuePlace: number,
  breakPlace: number,
): void {
  ctx.add(ctx.emitLoopTick(line));
  ctx.withPlaces({ continuePlace, breakPlace }, () => emitFrameStatement(ctx, body));
  ctx.add(ctx.emitJump(continuePlace));
  ctx.addPlace(breakPlace);
}

function emitFor(ctx: FrameContext, statement: ForStatement): void {
  const { sequence } = statement;
  if (sequence.kind === 'call' && isNumericRange(sequence)) emitRangeLoop(ctx, statement, sequence);
  else emitSequenceLoop(ctx, statement);
}

/** The same steps as in direct form: in place over a list, else by Wren's protocol. */
function emitSequenceLoop(
  ctx: FrameContext,
  { variable, sequence, body, line }: ForStatement,
): void {
  const [held, items, iterator] = [ctx.takeLoopSlot(), ctx.takeLoopSlot(), ctx.takeLoopSlot()];
  const [start, inside, end] = [ctx.takePlace(), ctx.takePlace(), ctx.takePlace()];
  const nil = ctx.module.use('$null');
  const element = ctx.takeLoopSlot();
  ctx.add(`${held}=${emitFrameValue(ctx, sequence)};${items}=${held}.items;`);
  ctx.add(`${iterator}=${items}===void 0?${nil}:0;`);
  ctx.addPlace(start);
  ctx.startStatement();
  ctx.add(
    `if(${items}!==void 0){if(${iterator}>=${items}.length)${ctx.emitJump(end)}` +
      `${element}=${items}[${iterator}++];${ctx.emitJump(inside)}}`,
  );
  const next = emitWait(ctx, held, 'iterate(_)', [iterator], line);
  ctx.add(`${iterator}=${next};if(${next}===false||${next}===${nil})${ctx.emitJump(end)}`);
  ctx.add(`${element}=${emitWait(ctx, held, 'iteratorValue(_)', [iterator], line)};`);
  ctx.addPlace(inside);
  ctx.add(ctx.emitDefinition(variable, element));
  emitLoopEnd(ctx, body, line, start, end);
}

/** A range whose first number is written out can only be a range of numbers. */
function emitRangeLoop(
  ctx: FrameContext,
  { variable, body, line }: ForStatement,
  range: CallExpression,
): void {
  const [current, to, isUpward] = [ctx.takeLoopSlot(), ctx.takeLoopSlot(), ctx.takeLoopSlot()];
  const [start, end] = [ctx.takePlace(), ctx.takePlace()];
  const isInclusive = range.signature === '..(_)';
  ctx.add(`$m=${emitFrameValue(ctx, range)};${current}=$m.from;${to}=$m.to;`);
  ctx.add(`${isUpward}=${current}<${to};`);
  ctx.addPlace(start);
  const up = `${current}${isInclusive ? '<=' : '<'}${to}`;
  const down = `!(${current}${isInclusive ? '<' : '<='}${to})`;
  ctx.add(`if(!(${isUpward}?${up}:${down}))${ctx.emitJump(end)}`);
  ctx.add(ctx.emitDefinition(variable, current));
  ctx.add(`${current}+=${isUpward}?1:-1;`);
  emitLoopEnd(ctx, body, line, start, end);
}

function emitImport(ctx: FrameContext, statement: ImportStatement): void {
  const run = `(${markLine(statement.line)}${ctx.module.use('$importResumable')}(${quote(statement.module)}))`;
  ctx.addWait(run, statement.line);
  ctx.add(emitImportCopies(ctx, statement));
}
