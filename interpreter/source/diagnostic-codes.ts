/**
 * All compile errors with their wording: Wren's own (wren-lang/wren 0.4, `wren_compiler.c`), except
 * for the last group, which has no counterpart in Wren.
 */

const wordings = {
  /* Scanner */
  invalidCharacter: (character: string) => `Invalid character '${character}'.`,
  invalidByte: (byte: number) => `Invalid byte 0x${byte.toString(16)}.`,
  unterminatedBlockComment: 'Unterminated block comment.',
  unterminatedString: 'Unterminated string.',
  unterminatedRawString: 'Unterminated raw string.',
  unterminatedScientificNotation: 'Unterminated scientific notation.',
  numberTooLarge: 'Number literal was too large (8).',
  invalidEscapeCharacter: (character: string) => `Invalid escape character '${character}'.`,
  incompleteEscape: (kind: EscapeKind) => `Incomplete ${kind} escape sequence.`,
  invalidEscape: (kind: EscapeKind) => `Invalid ${kind} escape sequence.`,
  expectInterpolationStart: "Expect '(' after '%'.",
  interpolationTooDeep: 'Interpolation may only nest 8 levels deep.',

  /* Expressions */
  expectedExpression: 'Expected expression.',
  expectGroupEnd: "Expect ')' after expression.",
  expectListEnd: "Expect ']' after list elements.",
  expectMapColon: "Expect ':' after map key.",
  expectMapEnd: "Expect '}' after map entries.",
  expectInterpolationEnd: 'Expect end of string interpolation.',
  expectConditionalColon: "Expect ':' after then branch of conditional operator.",
  expectMethodName: "Expect method name after '.'.",
  expectSuperMethodName: "Expect method name after 'super.'.",
  expectArgumentsEnd: "Expect ')' after arguments.",
  expectSubscriptEnd: "Expect ']' after arguments.",
  expectBlockParametersEnd: "Expect '|' after function parameters.",
  expectEndOfExpression: 'Expect end of expression.',

  /* Statements */
  expectEndOfFile: 'Expect end of file.',
  expectNewlineAfterStatement: 'Expect newline after statement.',
  expectBlockEnd: "Expect '}' at end of block.",
  expectVariableName: 'Expect variable name.',
  expectIfStart: "Expect '(' after 'if'.",
  expectIfEnd: "Expect ')' after if condition.",
  expectWhileStart: "Expect '(' after 'while'.",
  expectWhileEnd: "Expect ')' after while condition.",
  expectForStart: "Expect '(' after 'for'.",
  expectForVariable: 'Expect for loop variable name.',
  expectForIn: "Expect 'in' after loop variable.",
  expectForEnd: "Expect ')' after loop expression.",
  expectImportString: "Expect a string after 'import'.",
  breakOutsideLoop: "Cannot use 'break' outside of a loop.",
  continueOutsideLoop: "Cannot use 'continue' outside of a loop.",

  /* Classes */
  expectForeignClass: "Expect 'class' after 'foreign'.",
  expectClassBody: "Expect '{' after class declaration.",
  expectNewlineInClass: 'Expect newline after definition in class.',
  expectMethodDefinition: 'Expect method definition.',
  expectMethodBody: "Expect '{' to begin method body.",
  expectParametersEnd: "Expect ')' after parameters.",
  expectSubscriptParametersEnd: "Expect ']' after parameters.",
  expectOperatorParameter: "Expect '(' after operator name.",
  expectSetterParameter: "Expect '(' after '='.",
  expectParameterEnd: "Expect ')' after parameter name.",
  expectConstructorName: "Expect constructor name after 'construct'.",
  constructorSetter: 'A constructor cannot be a setter.',
  constructorGetter: 'A constructor cannot be a getter.',
  constructorStatic: 'A constructor cannot be static.',
  constructorReturn: 'A constructor cannot return a value.',
  superConstructorArguments: 'A superclass constructor must have an argument list.',
  duplicateMethod: (className: string, isStatic: boolean, signature: string) =>
    `Class ${className} already defines a ${isStatic ? 'static ' : ''}method '${signature}'.`,
  superOutsideMethod: "Cannot use 'super' outside of a method.",
  thisOutsideMethod: "Cannot use 'this' outside of a method.",
  fieldOutsideClass: 'Cannot reference a field outside of a class definition.',
  fieldInForeignClass: 'Cannot define fields in a foreign class.',
  fieldInStaticMethod: 'Cannot use an instance field in a static method.',
  staticFieldOutsideClass: 'Cannot use a static field outside of a class definition.',

  /* Attributes */
  expectAttribute: 'Expect an attribute definition after #.',
  expectAttributeValue: 'Expect a Bool, Num, String or Identifier literal for an attribute value.',
  expectAttributeForm: 'Expect an equal, newline or grouping after an attribute key.',
  expectAttributeKey: 'Expect name for attribute key.',
  expectAttributeGroupEnd: "Expected ')' after grouped attributes.",
  expectNewlineAfterAttribute: 'Expect newline after attribute.',
  emptyAttributeGroup: 'Expected attributes in group, group cannot be empty.',
  misplacedAttributes: 'Attributes can only specified before a class or a method',

  /* Variables */
  moduleVariableDefined: 'Module variable is already defined.',
  variableDeclared: 'Variable is already declared in this scope.',
  usedBeforeDefinition: (name: string, line: number) =>
    `Variable '${name}' referenced before this definition (first use at line ${line}).`,
  undefinedVariable: 'Variable is used but not defined.',

  /* Limits */
  variableNameTooLong: 'Variable name cannot be longer than 64 characters.',
  methodNameTooLong: 'Method names cannot be longer than 64 characters.',
  tooManyParameters: 'Methods cannot have more than 16 parameters.',
  tooManyFields: 'A class can only have 255 fields.',
  tooManyVariables: 'Cannot declare more than 256 variables in one scope.',
  tooManyVariablesForLoop:
    'Cannot declare more than 256 variables in one scope. ' +
    '(Not enough space for for-loops internal variables)',
  tooManyConstants: 'A function may only contain 65536 unique constants.',
  tooManyModuleVariables: 'Too many module variables defined.',
  jumpTooFar: 'Too much code to jump over.',

  /* Errors of this implementation only */
  unterminatedQuery: (line: number) => `Unterminated query, which begins at line ${line}.`,
  wrongQuery: (problem: string) => problem,
  nestingTooDeep: 'Expressions and statements may only nest 500 levels deep.',
  sourceTooLong: (limit: number, text = 'source code') =>
    `The ${text} is longer than ${limit} bytes.`,
  tooManyErrors: 'Too many errors; the rest of the module was not checked.',
} as const;

type EscapeKind = 'byte' | 'Unicode';

/** Name of a compile error, independent of its wording. */
export type DiagnosticCode = keyof typeof wordings;

/** Parameters of a code's wording. */
export type WordingParameters<C extends DiagnosticCode> = (typeof wordings)[C] extends (
  ...parameters: infer P
) => string
  ? P
  : [];

/** All codes, in the order of the table. */
export const diagnosticCodes = Object.keys(wordings) as readonly DiagnosticCode[];

/** The message of a code: a full sentence without the place. */
export function wordingOf<C extends DiagnosticCode>(
  code: C,
  ...parameters: WordingParameters<C>
): string {
  const wording: string | ((...parameters: never[]) => string) = wordings[code];
  return typeof wording === 'string' ? wording : wording(...(parameters as never[]));
}
